// The reviewed exceptions, and the two rules they apply to: a translation differs from the English text, and
// the source has no hard-coded words.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { defaultLanguage, languages } from '#/core/i18n/languages.ts'
import type { Finding, LocaleFolder } from './catalogs.ts'
import type { Literal } from './sources.ts'

const FILE = 'scripts/same-in-all-languages.json'
const translations = languages.filter((language) => language !== defaultLanguage)
const reason = z.string().min(1)

const list = z.strictObject({
  /** Texts that are right as they are in every language. */
  values: z.array(z.strictObject({ value: z.string(), reason })),
  /** Keys whose translation is the English word, in these languages only. */
  keys: z.array(z.strictObject({ key: z.string(), languages: z.array(z.enum(languages)).min(1), reason })),
  /** Texts that may appear in the source: names, not words of a language. */
  literals: z.array(z.strictObject({ text: z.string(), reason })),
})

export type Reviewed = z.output<typeof list>

/** Returns a project's list; empty if the file is missing. Throws if the file has another shape. */
export function readReviewed(root: string): Reviewed {
  const file = path.join(root, FILE)
  return existsSync(file)
    ? list.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { values: [], keys: [], literals: [] }
}

const needless = (what: string): Finding => ({ file: FILE, what: `${what} excuses nothing any more` })

/** Reports translations that equal the English text, and list entries that no text needs. */
export function findUntranslated(folders: readonly LocaleFolder[], { values, keys }: Reviewed): Finding[] {
  const findings: Finding[] = []
  const excused = new Set<string>()
  for (const { file, key, language, text } of sameAsEnglish(folders)) {
    if (values.some(({ value }) => value === text)) excused.add(text)
    else if (keys.some((entry) => entry.key === key && entry.languages.includes(language)))
      excused.add(`${key} in ${language}`)
    else findings.push({ file, what: `${key} is the English text: ${text}` })
  }
  const entries = [
    ...values.map(({ value }) => value),
    ...keys.flatMap(({ key, languages: own }) => own.map((language) => `${key} in ${language}`)),
  ]
  return [...findings, ...entries.filter((entry) => !excused.has(entry)).map(needless)]
}

function sameAsEnglish(folders: readonly LocaleFolder[]) {
  return folders.flatMap(({ folder, namespace, texts }) =>
    translations.flatMap((language) =>
      [...(texts.get(language) ?? [])]
        .filter(([key, text]) => text === texts.get(defaultLanguage)?.get(key) && hasLetters(text))
        .map(([key, text]) => ({
          file: `${folder}/${language}.json`,
          key: `${namespace}:${key}`,
          language,
          text,
        })),
    ),
  )
}

function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text.replaceAll(/\{\{[^}]*\}\}/g, ''))
}

/** Reports hard-coded words in the source, and list entries that no source file needs. */
export function findUnreviewed(literals: readonly Literal[], { literals: allowed }: Reviewed): Finding[] {
  const isAllowed = (text: string) => allowed.some((entry) => entry.text === text)
  return [
    ...literals
      .filter(({ text }) => !isAllowed(text))
      .map(({ file, line, text }) => ({
        file: `${file}:${line}`,
        what: `"${text}" belongs into the locale files`,
      })),
    ...allowed
      .filter((entry) => !literals.some(({ text }) => text === entry.text))
      .map(({ text }) => needless(`"${text}" in the source`)),
  ]
}
