/** True when a string holds what PostgreSQL or a mail header can't take: NUL, or half of a surrogate pair. */
export function hasUnstorableText(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed()
}

/** A name is one line: no control characters. */
export function hasControlCharacters(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u001f\u007f\u2028\u2029]/.test(text)
}

/** Searches parsed JSON for unstorable text and for nesting beyond `maxDepth`; answers the path of the first find, such as `user.name`. */
export function findUnstorable(value: unknown, maxDepth = 12, path: readonly string[] = []): string | undefined {
  const here = path.join('.') || 'body'
  if (typeof value === 'string') return hasUnstorableText(value) ? here : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (path.length >= maxDepth) return here
  const entries =
    value instanceof Map || value instanceof Set ? [...value].map((item, index) => [String(index), item] as const) : Object.entries(value)
  for (const [key, item] of entries) {
    if (hasUnstorableText(key)) return here
    const found = findUnstorable(item, maxDepth, [...path, key])
    if (found !== undefined) return found
  }
  return undefined
}
