import { hasControlCharacters } from './safe-text.ts'

/** Whether a path is answered with a page, thus in a language and for a person; false for APIs, files and probes. */
export function isPagePath(path: string): boolean {
  return !/^\/(api|_serverFn|assets|healthz|readyz|metrics)(\/|$)/.test(path) && !/\.(json|ico|svg|png|txt|xml|webmanifest)$/.test(path)
}

/** False for a path that nothing of ours links to and that could be read in two ways: `//host`, broken percent-encoding, control characters. */
export function isSoundPath(path: string): boolean {
  if (path.startsWith('//')) return false
  try {
    return !hasControlCharacters(decodeURIComponent(path))
  } catch {
    return false
  }
}
