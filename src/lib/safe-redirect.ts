/**
 * The return URL after a sign-in: a path on this site with query and hash, or `/dashboard` for everything
 * else. Never a URL that browsers read as another origin (`//host`, `/\host`, a scheme, control characters).
 */
export function safeRedirect(target: unknown): string {
  const home = '/dashboard'
  if (typeof target !== 'string' || target.length > 2000 || !target.startsWith('/')) return home
  // oxlint-disable-next-line no-control-regex -- browsers drop these, so they could hide a second slash
  if (/[\u0000-\u0020\u007f\\]/.test(target) || /^\/(?:\/|%2f|%5c|%0[9ad])/i.test(target)) return home
  const base = 'http://base.invalid'
  const url = URL.canParse(target, base) ? new URL(target, base) : undefined
  if (url?.origin !== base) return home
  const path = url.pathname + url.search + url.hash
  return path.startsWith('//') ? home : path
}
