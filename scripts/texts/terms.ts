// One term per thing in every language: `terms.json` lists it with the variants that no text may use.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { languages, type Language } from '#/core/i18n/languages.ts'
import type { Finding, LocaleFolder } from './catalogs.ts'

const FILE = 'scripts/texts/terms.json'

const term = z.strictObject({
  /** As it stands in at least one text. */
  term: z.string().min(1),
  /** Forbidden variants, in any case; `*` stands for the rest of a word. */
  not: z.array(z.string().min(1)).min(1),
  /** Whole texts that may use a variant all the same. */
  right: z.array(z.string()).optional(),
})
const list = z.strictObject({
  /** Keys that begin so are words to find things by: synonyms belong there. */
  searchWords: z.string(),
  terms: z.array(
    z.strictObject({
      concept: z.string().min(1),
      ...(Object.fromEntries(languages.map((language) => [language, term])) as Record<Language, typeof term>),
    }),
  ),
})

export type Terms = z.output<typeof list>

/** The list of a project; empty where there is none. Throws when the file has another shape. */
export function readTerms(root: string): Terms {
  const file = path.join(root, FILE)
  return existsSync(file)
    ? list.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { searchWords: ':', terms: [] }
}

/** Texts that use a forbidden variant, and terms and exceptions that no text uses. */
export function findForbiddenTerms(
  folders: readonly LocaleFolder[],
  { searchWords, terms }: Terms,
): Finding[] {
  return languages.flatMap((language) => {
    const texts = folders.flatMap(({ folder, namespace, texts: all }) =>
      [...(all.get(language) ?? [])]
        .map(([key, text]) => ({ file: `${folder}/${language}.json`, key: `${namespace}:${key}`, text }))
        .filter(({ key }) => !key.startsWith(searchWords)),
    )
    return terms.flatMap((entry) => {
      const { term: wanted, not, right = [] } = entry[language]
      const variants = not.map((variant) => ({ variant, pattern: patternOf(variant) }))
      const needless = (what: string): Finding => ({
        file: FILE,
        what: `"${what}" (${entry.concept}, ${language}) stands in no text`,
      })
      return [
        ...texts
          .filter(({ text }) => !right.includes(text))
          .flatMap(({ file, key, text }) =>
            variants
              .filter(({ pattern }) => pattern.test(withoutParameters(text)))
              .map(({ variant }) => ({ file, what: `${key} says "${variant}"; the term is "${wanted}"` })),
          ),
        ...[wanted, ...right]
          .filter((known) => !texts.some(({ text }) => text.toLowerCase().includes(known.toLowerCase())))
          .map(needless),
      ]
    })
  })
}

const withoutParameters = (text: string): string => text.replaceAll(/\{\{[^}]*\}\}/g, '')

/** Whole words, where a variant begins or ends with a letter. A hyphen before it makes another word of it. */
function patternOf(variant: string): RegExp {
  const start = /^\p{L}/u.test(variant) ? '(?<![\\p{L}\\p{N}-])' : ''
  const end = /\p{L}$/u.test(variant) ? '(?![\\p{L}\\p{N}])' : ''
  // regex-reviewed: words of the list, each `*` bounded by what follows it
  return new RegExp(`${start}${escaped(variant).replaceAll('\\*', '\\p{L}*')}${end}`, 'iu')
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
