/** What a parameter of an address may be: a text of this shape, one of these texts, or yes and no. */
type Shape = RegExp | readonly string[] | 'boolean'

/**
 * Reads the parameters of an address by hand, because the script of every page reads the addresses of all,
 * and a schema would bring its library there. Texts are trimmed, numbers are their digits; what has not its
 * shape counts as nothing and is not in the answer.
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

/** A text of 1 to `maxLength` characters. */
// regex-reviewed: one bounded repetition between two ends
export const upTo = (maxLength: number): RegExp => new RegExp(`^.{1,${maxLength}}$`, 'us')
