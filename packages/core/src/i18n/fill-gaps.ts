import type { Catalog, Texts } from './keys.ts'

/** A namespace as in its JSON file; null is a text that is not translated yet. */
export type WrittenTexts = { [key: string]: string | null | WrittenTexts }
/** What the JSON files of one language contain, by namespace. */
export type WrittenCatalog = Record<string, WrittenTexts>

/** Returns the texts of a language, in English where they are not translated yet. */
export function fillGaps(written: WrittenCatalog, english: WrittenCatalog): Catalog {
  return fill(written, english) as Catalog
}

function fill(written: WrittenTexts, english: WrittenTexts): Texts {
  return Object.fromEntries(
    Object.entries(written).map(([key, value]): [string, string | Texts] => {
      // English has fewer plural forms than some languages.
      const original = english[key] ?? english[key.replace(/_(?:zero|two|few|many)$/, '_other')]
      if (typeof value === 'string') return [key, value]
      if (value === null) return [key, typeof original === 'string' ? original : '']
      return [key, fill(value, typeof original === 'object' && original !== null ? original : {})]
    }),
  )
}

/** Returns a namespace in English where it is not translated yet. `readEnglish` runs only if it has to. */
export async function withoutGaps(
  written: WrittenTexts,
  readEnglish: () => Promise<WrittenTexts>,
): Promise<Texts> {
  return hasGap(written) ? fill(written, await readEnglish()) : (written as Texts)
}

const hasGap = (texts: WrittenTexts): boolean =>
  Object.values(texts).some((value) => value === null || (typeof value === 'object' && hasGap(value)))
