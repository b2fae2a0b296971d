/** The shape of a search param: a pattern, a list of values, or a boolean. */
type Shape = RegExp | readonly string[] | 'boolean'

/**
 * Parses search params without a schema library, which would add its size to every page. Text is trimmed,
 * numbers are digits; invalid params are dropped.
 */
export function readSearch<Search extends object>(
  raw: Record<string, unknown>,
  shapes: Readonly<Record<keyof Search & string, Shape>>,
): Search {
  const entries = Object.entries<Shape>(shapes).flatMap(([name, shape]) => {
    const value = raw[name]
    if (shape === 'boolean') return typeof value === 'boolean' ? [[name, value]] : []
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    return text !== '' && (shape instanceof RegExp ? shape.test(text) : shape.includes(text))
      ? [[name, text]]
      : []
  })
  return Object.fromEntries(entries) as Search
}

/** The longest search of a list, in characters. */
export const SEARCH_MAX_LENGTH = 200

/** A text of 1 to `maxLength` characters. */
// regex-reviewed: one bounded repetition between two ends
export const upTo = (maxLength: number): RegExp => new RegExp(`^.{1,${maxLength}}$`, 'us')
