// Reads the locale files of a project and compares each language with English.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { languages, type Language } from '#/core/i18n/languages.ts'

export type Finding = { file: string; what: string }

/**
 * One `locales` folder: a namespace, and per language its texts by key (`screen.element`, plural forms with
 * their suffix).
 */
export type LocaleFolder = {
  folder: string
  namespace: string
  texts: Map<Language, Map<string, string>>
  findings: Finding[]
}

const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/

/** Reads every `locales` folder under `src`. Values that are empty, duplicate or not strings are findings. */
export function readLocaleFolders(root: string): LocaleFolder[] {
  const folders = new Set(globSync('src/**/locales/*.json', { cwd: root }).map((file) => path.dirname(file)))
  return [...folders].toSorted().map((folder) => {
    const findings: Finding[] = []
    const texts = new Map(
      languages.map((language) => [language, readTexts(root, `${folder}/${language}.json`, findings)]),
    )
    return { folder, namespace: path.basename(path.dirname(folder)), texts, findings }
  })
}

function readTexts(root: string, file: string, findings: Finding[]): Map<string, string> {
  const found = (what: string) => findings.push({ file, what })
  let json: string
  try {
    json = readFileSync(path.join(root, file), 'utf8')
  } catch {
    found('the file is missing')
    return new Map()
  }
  try {
    const parsed: unknown = JSON.parse(json)
    for (const name of repeatedNames(json))
      found(`"${name}" is given twice in one object; only the last counts`)
    return new Map(textsIn(parsed, '', found))
  } catch (error) {
    found(`is no JSON: ${error instanceof Error ? error.message : String(error)}`)
    return new Map()
  }
}

function textsIn(value: unknown, key: string, found: (what: string) => void): [string, string][] {
  if (typeof value === 'string') {
    if (value.trim() === '') found(`${key} is empty`)
    return [[key, value]]
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([name, inner]) =>
      textsIn(inner, key === '' ? name : `${key}.${name}`, found),
    )
  found(`${key || 'the file'} is neither a text nor a group of texts`)
  return []
}

/** Returns names that an object has twice, which JSON.parse accepts. Expects valid JSON. */
function repeatedNames(json: string): string[] {
  const repeated: string[] = []
  const open: Set<string>[] = []
  for (const [token, name] of json.matchAll(/"((?:[^"\\]|\\.)*)"(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (name !== undefined) {
      if (open.at(-1)?.has(name)) repeated.push(name)
      open.at(-1)?.add(name)
    }
  }
  return repeated
}

/** Reports folders that share a namespace; the application would read only one of them. */
export function findTwins(folders: readonly LocaleFolder[]): Finding[] {
  return folders.flatMap(({ folder, namespace }, at) =>
    folders
      .slice(0, at)
      .filter((earlier) => earlier.namespace === namespace)
      .map((earlier) => ({
        file: folder,
        what: `the namespace ${namespace} has another folder: ${earlier.folder}`,
      })),
  )
}

/** Returns a key without its plural suffix, as the source writes it. `keys` are those of the key's file. */
export function baseKey(key: string, keys: ReadonlyMap<string, string>): string {
  const base = PLURAL.exec(key)?.[1]
  return base !== undefined && keys.has(`${base}_other`) ? base : key
}

/** Returns the keys of a namespace as the source writes them. */
export function baseKeys(texts: ReadonlyMap<string, string>): Set<string> {
  return new Set([...texts.keys()].map((key) => baseKey(key, texts)))
}

/** Returns the names of a text's `{{parameters}}`. */
export function placeholders(text: string): Set<string> {
  return new Set([...text.matchAll(/\{\{\s*([^}]*?)\s*\}\}/g)].map(([, name = '']) => name))
}

/**
 * Compares every text with its English one: missing and superfluous keys, plural forms, placeholders, and
 * syntax that the first page can't read.
 */
export function compareWithEnglish({ folder, texts }: LocaleFolder): Finding[] {
  const english = texts.get('en') ?? new Map<string, string>()
  return languages.flatMap((language) => {
    const own = texts.get(language) ?? new Map<string, string>()
    const wanted = wantedKeys(english, language)
    const found = (what: string): Finding => ({ file: `${folder}/${language}.json`, what })
    return [
      ...[...wanted.keys()].filter((key) => !own.has(key)).map((key) => found(`${key} is missing`)),
      ...[...own.keys()]
        .filter((key) => !wanted.has(key))
        .map((key) => found(`${key} is superfluous: ${whySuperfluous(key, english, language)}`)),
      ...[...own].flatMap(([key, text]) =>
        differences(text, wanted.get(key)).map((what) => found(`${key} ${what}`)),
      ),
    ]
  })
}

/**
 * Returns the keys that a language needs, each with its English text. A plural has one key for each plural
 * form of that language.
 */
function wantedKeys(english: ReadonlyMap<string, string>, language: Language): Map<string, string> {
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

function whySuperfluous(key: string, english: ReadonlyMap<string, string>, language: Language): string {
  const base = PLURAL.exec(key)?.[1]
  return base !== undefined && english.has(`${base}_other`)
    ? `${language} has no such plural form`
    : 'English has no such key'
}

function differences(text: string, english: string | undefined): string[] {
  const names = placeholders(text)
  const odd = [...names].filter((name) => !/^\w+$/.test(name))
  const what = odd.map((name) => `has {{${name}}}; only a plain name is read on the first page`)
  if (text.includes('$t(')) what.push('nests another text by $t(), which is not read on the first page')
  if (english === undefined) return what
  const wanted = placeholders(english)
  what.push(...[...wanted].filter((name) => !names.has(name)).map((name) => `lacks {{${name}}}`))
  what.push(
    ...[...names].filter((name) => !wanted.has(name)).map((name) => `has {{${name}}}, which English has not`),
  )
  return what
}
