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

type ValueOf<Of> = Of extends 'boolean' ? boolean : Of extends readonly (infer One)[] ? One : string
type ListSearch<Sort extends string, Filters> = {
  q?: string
  sort?: 'createdAt' | '-createdAt' | Sort | `-${Sort}`
} & { [Name in keyof Filters]?: ValueOf<Filters[Name]> }

/** An id, such as that of a row that others refer to. */
const id = /^[\w-]{1,64}$/

/**
 * The search params of a list of rows: its words `q`, its order, and its filters by the shape of each, `id`
 * for a reference.
 */
export const listSearch =
  <
    const Sort extends string,
    const Filters extends Readonly<Record<string, readonly string[] | 'boolean' | 'id'>>,
  >(
    sorts: readonly Sort[],
    filters: Filters,
  ) =>
  (raw: Record<string, unknown>): ListSearch<Sort, Filters> => {
    const shapes = Object.entries<Shape | 'id'>(filters).map(([name, shape]): [string, Shape] => [
      name,
      shape === 'id' ? id : shape,
    ])
    return readSearch<Record<string, unknown>>(raw, {
      q: upTo(SEARCH_MAX_LENGTH),
      sort: ['createdAt', ...sorts].flatMap((name) => [name, `-${name}`]),
      ...Object.fromEntries(shapes),
    }) as ListSearch<Sort, Filters>
  }
