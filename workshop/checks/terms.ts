// One term per concept in every language: `terms.json` lists it with the variants that no text may use.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { languages } from '#/languages.ts'
import type { Language } from '@plinth/core/internal/i18n/languages.ts'
import { readTexts } from '@plinth/cli/check-texts.ts'

const term = z.strictObject({
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
      ...(Object.fromEntries(languages.map((language) => [language, term.optional()])) as Record<
        Language,
        z.ZodOptional<typeof term>
      >),
    }),
  ),
})

/** Reports texts that use a forbidden variant. U+2060 only keeps a word together. */
export function checkTerms(root: string): string[] {
  const texts = readTexts(root)
  const file = path.join(root, 'workshop/checks/terms.json')
  const { searchWords, terms } = list.parse(JSON.parse(readFileSync(file, 'utf8')))
  return terms.flatMap((entry) =>
    languages.flatMap((language) => {
      // A language that was added has none at first.
      const { term: wanted, not, right = [] } = entry[language] ?? { term: '', not: [] }
      const variants = not.map((variant) => ({ variant, pattern: patternOf(variant) }))
      return texts
        .filter(
          (one) => one.language === language && !one.key.includes(searchWords) && !right.includes(one.text),
        )
        .flatMap((one) =>
          variants
            .filter(({ pattern }) => pattern.test(one.text.replaceAll(/\{\{[^}]*\}\}|\u2060/g, '')))
            .map(({ variant }) => `${one.file}: ${one.key} says "${variant}"; the term is "${wanted}"`),
        )
    }),
  )
}

/** Matches whole words if the variant begins or ends with a letter, and not after a hyphen. */
function patternOf(variant: string): RegExp {
  const start = /^\p{L}/u.test(variant) ? '(?<![\\p{L}\\p{N}-])' : ''
  const end = /\p{L}$/u.test(variant) ? '(?![\\p{L}\\p{N}])' : ''
  const escaped = variant.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  // regex-reviewed: words of the list, each `*` bounded by what follows it
  return new RegExp(`${start}${escaped.replaceAll(String.raw`\*`, String.raw`\p{L}*`)}${end}`, 'iu')
}
