import type { Catalog, Texts } from './keys.ts'
import type { Language } from './languages.ts'

/** A namespace as in its JSON file; null is a text that is not translated yet. */
export type WrittenTexts = { [key: string]: string | null | WrittenTexts }
/** What the JSON files of one language contain, by namespace. */
export type WrittenCatalog = Record<string, WrittenTexts>

/** Returns the texts of a language, in English where it has none yet: the key is missing, or null. */
export function fillGaps(language: Language, written: WrittenCatalog, english: WrittenCatalog): Catalog {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  return fill(written, english, pluralCategories) as Catalog
}

function fill(written: WrittenTexts, english: WrittenTexts, forms: readonly string[]): Texts {
  return Object.fromEntries(
    [...new Set([...Object.keys(written), ...keysIn(english, forms)])].map((key) => [
      key,
      filled(written[key], originalOf(key, english), forms),
    ]),
  )
}

/** The keys that a language needs: of a plural text, one for each of its forms. */
function keysIn(english: WrittenTexts, forms: readonly string[]): string[] {
  return Object.keys(english).flatMap((key) => {
    const base = /^(.+)_(?:one|other)$/.exec(key)?.[1]
    if (base === undefined || !(`${base}_other` in english)) return [key]
    return forms.map((form) => `${base}_${form}`)
  })
}

// English has fewer plural forms than some languages.
const originalOf = (key: string, english: WrittenTexts) =>
  english[key] ?? english[key.replace(/_(?:zero|one|two|few|many)$/, '_other')]

type Written = WrittenTexts[string] | undefined

function filled(text: Written, original: Written, forms: readonly string[]): string | Texts {
  if (typeof text === 'string') return text
  if (typeof original === 'string') return original
  return text || original ? fill(text ?? {}, original ?? {}, forms) : ''
}
