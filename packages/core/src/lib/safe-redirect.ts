const HOME = '/dashboard'
/** An authorization request of an app has a thousand characters or more, which are encoded again. */
const MAX_LENGTH = 4000

/**
 * Returns path, query and hash of a return URL as a browser on this site resolves it; undefined for anything
 * that leads elsewhere. `target` is a path, or with `origin` also a URL of that origin. Only the result may
 * be sent on: a parser could resolve the original differently.
 */
export function resolveRedirect(target: unknown, origin = 'http://base.invalid'): string | undefined {
  if (typeof target !== 'string' || target.length > MAX_LENGTH) return undefined
  if (!target.startsWith('/') && !target.startsWith(`${origin}/`)) return undefined
  // oxlint-disable-next-line no-control-regex -- browsers drop these, so they could hide a second slash
  if (/[\u0000-\u0020\u007f\\]/.test(target)) return undefined
  const url = URL.canParse(target, origin) ? new URL(target, origin) : undefined
  if (url?.origin !== new URL(origin).origin || url.username !== '' || url.password !== '') return undefined
  // Encoded slashes and line breaks too: proxies decode them.
  if (/^\/(?:\/|%2f|%5c|%0[9ad])/i.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

/** The return URL after a sign-in, as `resolveRedirect` returns it; `/dashboard` for everything else. */
export const safeRedirect = (target: unknown): string => resolveRedirect(target) ?? HOME
