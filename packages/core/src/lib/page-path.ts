import { hasControlCharacters } from './safe-text.ts'

/** Whether a path without a route gets the 404 page, instead of JSON as an API, a file or a probe. */
export function looksLikePage(path: string): boolean {
  return (
    !/^\/(api|_serverFn|assets|healthz|readyz|metrics)(\/|$)/i.test(path) &&
    !/\.(json|ico|svg|png|txt|xml|webmanifest)$/i.test(path)
  )
}

/**
 * False for a path that the application never links to and that parsers could read differently: `//host`,
 * broken percent-encoding, control characters.
 */
export function isSoundPath(path: string): boolean {
  if (path.startsWith('//')) return false
  try {
    return !hasControlCharacters(decodeURIComponent(path))
  } catch {
    return false
  }
}

// More nesting than any of our values.
const BRACKETS_MAX = 200

/** False for a query with a deeply nested value: the router parses values as JSON and recurses into them. */
export function isSoundQuery(query: string): boolean {
  return (query.match(/[[{]|%[57]b/gi)?.length ?? 0) <= BRACKETS_MAX
}
