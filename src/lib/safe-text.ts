/** Whether a string contains what PostgreSQL or a mail header rejects: NUL or a lone surrogate. */
export function hasUnstorableText(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed()
}

/** Whether a string contains control characters or line separators, which a name may not. */
export function hasControlCharacters(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return /[\u0000-\u001f\u007f\u2028\u2029]/.test(text)
}

const DEPTH_MAX = 12

type Unstorable = { code: 'errors:invalidText' | 'errors:tooDeep'; field: string }
/** The path is that of the value found, its last key first. */
type Found = { code: Unstorable['code']; path: string[] }

/**
 * Searches an input, its Sets and Maps included, for unstorable text and for nesting beyond twelve levels.
 * Returns what is wrong with the first match and its path, such as `user.name`, or `whole` for the input
 * itself.
 */
export function findUnstorable(value: unknown, whole = 'body'): Unstorable | undefined {
  const found = firstUnstorable(value, DEPTH_MAX)
  return found && { code: found.code, field: found.path.toReversed().join('.') || whole }
}

// Builds a path only for a match, because a request may hold half a million values.
function firstUnstorable(value: unknown, levels: number): Found | undefined {
  if (typeof value === 'string')
    return hasUnstorableText(value) ? { code: 'errors:invalidText', path: [] } : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (levels <= 0) return { code: 'errors:tooDeep', path: [] }
  if (value instanceof Set || value instanceof Map) return firstUnstorable([...value], levels)
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const found = firstUnstorable(value[at], levels - 1)
      if (found) return within(String(at), found)
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    if (hasUnstorableText(key)) return { code: 'errors:invalidText', path: [] }
    const found = firstUnstorable((value as Record<string, unknown>)[key], levels - 1)
    if (found) return within(key, found)
  }
  return undefined
}

const within = (key: string, { code, path }: Found): Found => ({ code, path: [...path, key] })
