/** Whether a string contains what PostgreSQL or a mail header rejects: NUL or a lone surrogate. */
export function hasUnstorableText(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed()
}

/** Whether a string contains control characters or line separators, which a name may not. */
export function hasControlCharacters(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u001f\u007f\u2028\u2029]/.test(text)
}

/**
 * Searches an input, its Sets and Maps included, for unstorable text and for nesting beyond `maxDepth`.
 * Returns the path of the first match, such as `user.name`.
 */
export function findUnstorable(value: unknown, maxDepth = 12): string | undefined {
  // Builds a path only for a match, because a request may hold half a million values.
  const path = pathToUnstorable(value, maxDepth)
  return path && (path.toReversed().join('.') || 'body')
}

function pathToUnstorable(value: unknown, levels: number): string[] | undefined {
  if (typeof value === 'string') return hasUnstorableText(value) ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (levels <= 0) return []
  if (value instanceof Set || value instanceof Map) return pathToUnstorable([...value], levels)
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const found = pathToUnstorable(value[at], levels - 1)
      if (found !== undefined) return [...found, String(at)]
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    if (hasUnstorableText(key)) return []
    const found = pathToUnstorable((value as Record<string, unknown>)[key], levels - 1)
    if (found !== undefined) return [...found, key]
  }
  return undefined
}
