// Checks the translations of all languages and their use: `plinth check-texts [folder]`. Exits with
// 1 if it finds a problem; a text that is not translated yet is none, and is counted. That every mentioned
// key exists is checked by its type, TranslationKey.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { WrittenTexts } from '@plinth/core/internal/i18n/fill-gaps.ts'
import { languages } from './project.ts'
import { type Language, defaultLanguage } from '@plinth/core/internal/i18n/languages.ts'
import { moduleFolders } from './core-folder.ts'
import { readBase } from './feature/starter-base.ts'
import { readSources, type KeyMention, type Literal } from './text-use.ts'

/** A text with its key, `namespace:screen.element`. */
export type Text = { file: string; language: Language; key: string; text: string }
export type Finding = { file: string; what: string }
/** Texts by key, `screen.element`; plural forms with their suffix. */
type Texts = ReadonlyMap<string, string>
export type LocaleFolder = {
  folder: string
  fileOf(language: Language): string
  namespace: string
  texts: Readonly<Record<Language, Texts>>
  /** The keys that are not translated yet: null in the file, or missing. */
  gaps: Readonly<Record<Language, ReadonlySet<string>>>
}

/** Returns every problem with the translations of the project in `root`, each with its file. */
export function checkTexts(root: string): Finding[] {
  const folders = readLocaleFolders(root)
  // What a removed feature used of the foundations stays for the next one.
  const isCutDown = (readBase(root).removed ?? []).length > 0
  const { mentions } = readSources(root, namespacesOf(folders))
  return [
    ...folders.flatMap(compareWithEnglish),
    ...findUnused(folders.filter(isCutDown ? isOfFeature : isOfProject), mentions),
    ...findLackingParams(folders, mentions),
  ]
}

const namespacesOf = (folders: readonly LocaleFolder[]) => new Set(folders.map(({ namespace }) => namespace))

/** Words in the source of the project in `root`, which are in one language. */
export const literalsOf = (root: string): Literal[] =>
  readSources(root, namespacesOf(readLocaleFolders(root))).literals

export function readLocaleFolders(root: string): LocaleFolder[] {
  const found = globSync(`${moduleFolders(root)}/**/locales/*.json`, { cwd: root }).toSorted()
  const filesOf = Map.groupBy(found, (file) => path.basename(path.resolve(file, '../..')))
  return [...filesOf].map(([namespace, own]) => {
    const folder = path.dirname(own[0] ?? '')
    // The last one: texts of core that the application has are in a folder of its own.
    const fileOf = (language: Language) =>
      own.findLast((file) => path.basename(file) === `${language}.json`) ?? `${folder}/${language}.json`
    const read = (language: Language) => {
      const file = path.join(root, fileOf(language))
      return existsSync(file) ? textsIn(JSON.parse(readFileSync(file, 'utf8')) as WrittenTexts, '') : []
    }
    const all = languages.map((language) => [language, read(language)] as const)
    const texts = Object.fromEntries<Texts>(
      all.map(([language, entries]) => [
        language,
        new Map(entries.filter((entry): entry is [string, string] => entry[1] !== null)),
      ]),
    ) as LocaleFolder['texts']
    const gaps = all.map(([language, entries]) => {
      const isNull = entries.flatMap(([key, text]) => (text === null && !isDefault(language) ? [key] : []))
      const wanted = wantedKeys(texts[defaultLanguage], language)
      return [language, new Set([...isNull, ...wanted.keys()].filter((key) => !texts[language].has(key)))]
    })
    return { folder, fileOf, namespace, texts, gaps: Object.fromEntries(gaps) as LocaleFolder['gaps'] }
  })
}

/** Not compared in place: with a single language, the other branch could not happen. */
export const isDefault = (language: string): boolean => language === defaultLanguage

const hasTranslations = languages.some((language) => !isDefault(language))

const isOfProject = ({ folder }: LocaleFolder) => !folder.startsWith('node_modules')
const isOfFeature = ({ folder }: LocaleFolder) => folder.startsWith('src/features/')

/** Every text of the project in `root`. */
export const readTexts = (root: string): Text[] => readLocaleFolders(root).flatMap(textsOf)

const textsOf = ({ fileOf, namespace, texts }: LocaleFolder): Text[] =>
  languages.flatMap((language) =>
    [...texts[language]].map(([key, text]) => ({
      file: fileOf(language),
      language,
      key: `${namespace}:${key}`,
      text,
    })),
  )

function textsIn(value: WrittenTexts | string | null, key: string): [string, string | null][] {
  if (value === null || typeof value === 'string') return [[key, value]]
  return Object.entries(value).flatMap(([name, inner]) =>
    textsIn(inner, key === '' ? name : `${key}.${name}`),
  )
}

/** Returns a key without its plural suffix, as the source writes it. */
function baseKey(key: string, keys: Texts): string {
  const base = /^(.+)_(zero|one|two|few|many|other)$/.exec(key)?.[1]
  return base !== undefined && keys.has(`${base}_other`) ? base : key
}

const paramsOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{\s*([^}]*?)\s*\}\}/g)].map(([, name = '']) => name))].toSorted()

/** Reports keys, plural forms and parameters that English does not have, and empty texts. */
function compareWithEnglish({ fileOf, texts, gaps }: LocaleFolder): Finding[] {
  return languages.flatMap((language) => {
    const own = texts[language]
    const wanted = wantedKeys(texts[defaultLanguage], language)
    const found = (what: string): Finding => ({ file: fileOf(language), what })
    return [
      ...[...gaps[language]].filter((key) => !wanted.has(key)).map((key) => found(`${key} is superfluous`)),
      ...[...own].flatMap(([key, text]) => {
        const english = wanted.get(key)
        if (english === undefined) return [found(`${key} is superfluous`)]
        if (text.trim() === '') return [found(`${key} is empty`)]
        const isSame = paramsOf(text).join() === paramsOf(english).join()
        return isSame ? [] : [found(`${key} has other parameters than the English text`)]
      }),
    ]
  })
}

/** Returns the keys that a language needs with their English texts: of a plural one for each form. */
function wantedKeys(english: Texts, language: Language): Map<string, string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const wanted = new Map<string, string>()
  for (const [key, text] of english) {
    const base = baseKey(key, english)
    if (base === key) wanted.set(key, text)
    else
      for (const form of forms)
        wanted.set(`${base}_${form}`, english.get(`${base}_${form}`) ?? english.get(`${base}_other`) ?? text)
  }
  return wanted
}

function findUnused(folders: readonly LocaleFolder[], mentions: readonly KeyMention[]): Finding[] {
  const exact = new Set(mentions.map(({ key }) => key))
  const patterns = mentions
    .filter(({ key }) => key.includes('*'))
    .map(({ key }) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`))
  return folders.flatMap(({ fileOf, namespace, texts: { [defaultLanguage]: english } }) =>
    [...new Set([...english.keys()].map((key) => baseKey(key, english)))]
      // Read by their path: `keysOfSection`. A test compares them with the entries that are written.
      .filter((key) => !/^(?:audit|jobs|mailNames|scopeNames)\./.test(key))
      .filter((key) => !exact.has(`${namespace}:${key}`))
      .filter((key) => !patterns.some((pattern) => pattern.test(`${namespace}:${key}`)))
      .map((key) => ({ file: fileOf(defaultLanguage), what: `${key} is used nowhere` })),
  )
}

/** Reports calls of t() without a parameter that the English text has. */
function findLackingParams(folders: readonly LocaleFolder[], mentions: readonly KeyMention[]): Finding[] {
  const wanted = new Map<string, Set<string>>()
  for (const { namespace, texts } of folders)
    for (const [key, text] of texts[defaultLanguage]) {
      const name = `${namespace}:${baseKey(key, texts[defaultLanguage])}`
      wanted.set(name, new Set([...(wanted.get(name) ?? []), ...paramsOf(text)]))
    }
  return mentions.flatMap(({ file, line, key, params }) => {
    const lacking = params ? [...(wanted.get(key) ?? [])].filter((name) => !params.has(name)) : []
    return lacking.length === 0
      ? []
      : [{ file: `${file}:${line}`, what: `${key} is given no ${lacking.join(', ')}` }]
  })
}

/** One line for each language with texts that are not translated yet, and one for words in the source. */
export function countGaps(root: string): string[] {
  if (!hasTranslations) return []
  const folders = readLocaleFolders(root)
  const ofFiles = languages.flatMap((language) => {
    const count = folders.reduce((sum, { gaps }) => sum + gaps[language].size, 0)
    const all = count + folders.reduce((sum, { texts }) => sum + texts[language].size, 0)
    return count === 0 ? [] : [`${language}: ${count} of ${all} texts are not translated yet, and in English`]
  })
  const [first, ...others] = literalsOf(root)
  const count = others.length + 1
  return first === undefined
    ? ofFiles
    : [
        ...ofFiles,
        `${count} ${count === 1 ? 'text is' : 'texts are'} in the source, and so in one language: ${first.file}:${first.line} "${first.text}"`,
      ]
}

if (process.argv[1] === import.meta.filename) {
  const root = path.resolve(process.argv[2] ?? '.')
  const findings = checkTexts(root)
  for (const { file, what } of findings) console.log(`${file}: ${what}`)
  process.exitCode = findings.length === 0 ? 0 : 1
}
