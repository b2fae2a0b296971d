import { hasControlCharacters } from './safe-text.ts'

/**
 * Whether a path is answered with a page, thus in a language and for a person; false for APIs, files and
 * probes.
 */
export function isPagePath(path: string): boolean {
  return (
    !/^\/(api|_serverFn|assets|healthz|readyz|metrics)(\/|$)/.test(path) &&
    !/\.(json|ico|svg|png|txt|xml|webmanifest)$/.test(path)
  )
}

/**
 * False for a path that nothing of ours links to and that could be read in two ways: `//host`, broken
 * percent-encoding, control characters.
 */
export function isSoundPath(path: string): boolean {
  if (path.startsWith('//')) return false
  try {
    return !hasControlCharacters(decodeURIComponent(path))
  } catch {
    return false
  }
}

// More than any value of ours is nested.
const BRACKETS_MAX = 200

/**
 * False for a query in which a value may be nested without end: the router reads values as JSON, and whoever
 * writes one as text goes down all of it.
 */
export function isSoundQuery(query: string): boolean {
  return (query.match(/[[{]|%[57]b/gi)?.length ?? 0) <= BRACKETS_MAX
}
