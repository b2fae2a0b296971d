// One term per concept in every language: `terms.json` lists it with its forbidden variants.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { languages, type Language } from '#/core/i18n/languages.ts'
import type { Finding, LocaleFolder } from './catalogs.ts'

const FILE = 'scripts/texts/terms.json'

const term = z.strictObject({
  /** The term as at least one text uses it. */
  term: z.string().min(1),
  /** Forbidden variants, case-insensitive; `*` matches the rest of a word. */
  not: z.array(z.string().min(1)).min(1),
  /** Whole texts that may use a variant. */
  right: z.array(z.string()).optional(),
})
const list = z.strictObject({
  /** Prefix of the keys with search words, where synonyms belong. */
  searchWords: z.string(),
  terms: z.array(
    z.strictObject({
      concept: z.string().min(1),
      ...(Object.fromEntries(languages.map((language) => [language, term])) as Record<Language, typeof term>),
    }),
  ),
})

export type Terms = z.output<typeof list>

/** Returns a project's list; empty if the file is missing. Throws if the file has another shape. */
export function readTerms(root: string): Terms {
  const file = path.join(root, FILE)
  return existsSync(file)
    ? list.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { searchWords: '\n', terms: [] }
}

/** Reports texts that use a forbidden variant, and terms and exceptions that no text uses. */
export function findForbiddenTerms(
  folders: readonly LocaleFolder[],
  { searchWords, terms }: Terms,
): Finding[] {
  return languages.flatMap((language) => {
    const texts = folders.flatMap(({ folder, namespace, texts: all }) =>
      [...(all.get(language) ?? [])]
        .map(([key, text]) => ({ file: `${folder}/${language}.json`, key: `${namespace}:${key}`, text }))
        .filter(({ key }) => !key.includes(searchWords)),
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

/** Matches whole words if the variant begins or ends with a letter, and not after a hyphen. */
function patternOf(variant: string): RegExp {
  const start = /^\p{L}/u.test(variant) ? '(?<![\\p{L}\\p{N}-])' : ''
  const end = /\p{L}$/u.test(variant) ? '(?![\\p{L}\\p{N}])' : ''
  // regex-reviewed: words of the list, each `*` bounded by what follows it
  return new RegExp(`${start}${escaped(variant).replaceAll('\\*', '\\p{L}*')}${end}`, 'iu')
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
