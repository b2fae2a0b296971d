import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { WrittenTexts } from '@plinth/core/internal/i18n/fill-gaps.ts'
import { defaultLanguage } from '@plinth/core/internal/i18n/languages.ts'
import { moduleFolders } from '../core-folder.ts'
import { languagesOf } from './delete-languages.ts'

/** The same keys with null for each text; a plural one has the forms of the language. */
function gapsOf(texts: WrittenTexts, code: string): WrittenTexts {
  const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]): [string, WrittenTexts | null][] => {
      const base = /^(.+)_(?:one|other)$/.exec(key)?.[1]
      if (base === undefined || !(`${base}_other` in texts))
        return [[key, isTree(value) ? gapsOf(value, code) : null]]
      return key.endsWith('_other') ? forms.map((form) => [`${base}_${form}`, null]) : []
    }),
  )
}

// The application's texts for core: in a language that core lacks, or in place of a file of core.
const CORE_TEXTS = 'src/core-texts'

/** The files of a language that the project in `root` needs besides core's, each with the English one. */
export function textsFilesOf(root: string, code: string): { english: string; file: string }[] {
  const all = globSync(`${moduleFolders(root)}/**/locales/${defaultLanguage}.json`, {
    cwd: root,
    exclude: [`${CORE_TEXTS}/**`],
  })
  return all.flatMap((english) => {
    const beside = path.join(path.dirname(english), `${code}.json`)
    if (english.startsWith('src')) return [{ english, file: beside }]
    if (existsSync(path.join(root, beside))) return []
    const namespace = path.basename(path.resolve(english, '../..'))
    return [{ english, file: `${CORE_TEXTS}/${namespace}/locales/${code}.json` }]
  })
}

/**
 * Writes null for every text that a language of the project in `root` lacks, and files that it lacks. Returns
 * the files that changed.
 */
export function writeGaps(root: string, code: string): string[] {
  return textsFilesOf(root, code).flatMap(({ english, file }) => {
    const target = path.join(root, file)
    const own = existsSync(target) ? readTexts(target) : undefined
    const complete = withGaps(own ?? {}, gapsOf(readTexts(path.join(root, english)), code))
    if (JSON.stringify(own) === JSON.stringify(complete)) return []
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, `${JSON.stringify(complete, null, 2)}\n`)
    return [file]
  })
}

/** The same for every language of the project. */
export const writeMissingGaps = (root: string): string[] =>
  languagesOf(root)
    .slice(1)
    .flatMap((code) => writeGaps(root, code))

const isTree = (value: WrittenTexts[string] | undefined): value is WrittenTexts =>
  typeof value === 'object' && value !== null

const readTexts = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as WrittenTexts

function withGaps(own: WrittenTexts, gaps: WrittenTexts): WrittenTexts {
  const complete = Object.entries(gaps).map(([key, gap]): [string, WrittenTexts[string]] => {
    const value = own[key]
    return [key, isTree(gap) ? withGaps(isTree(value) ? value : {}, gap) : (value ?? null)]
  })
  return { ...own, ...Object.fromEntries(complete) }
}
