import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { WrittenTexts } from '@plinth/core/internal/i18n/fill-gaps.ts'
import { languagesOf } from './delete-languages.ts'

/** The same keys with null for each text; a plural one has the forms of the language. */
export function gapsOf(texts: WrittenTexts, code: string): WrittenTexts {
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

/**
 * Writes null for every text that a language of the project in `root` lacks, and files that it lacks. Returns
 * the files that changed.
 */
export function writeMissingGaps(root: string): string[] {
  const [english = '', ...others] = languagesOf(root)
  return globSync(`{src,packages/core/src}/**/locales/${english}.json`, { cwd: root }).flatMap((file) => {
    const texts = readTexts(path.join(root, file))
    return others.flatMap((code) => {
      const target = path.join(path.dirname(file), `${code}.json`)
      const own = existsSync(path.join(root, target)) ? readTexts(path.join(root, target)) : undefined
      const complete = withGaps(own ?? {}, gapsOf(texts, code))
      if (JSON.stringify(own) === JSON.stringify(complete)) return []
      writeFileSync(path.join(root, target), `${JSON.stringify(complete, null, 2)}\n`)
      return [target]
    })
  })
}

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
