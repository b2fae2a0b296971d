const safeMethods = new Set(['GET', 'HEAD'])

/**
 * Whether a page of another site may have sent this write: its Origin is not ours; it has no Origin, and
 * Sec-Fetch-Site is not `same-origin`; or it has neither, but a cookie. Clients other than browsers send none
 * of them.
 */
export function isCrossSiteWrite(request: Request, appUrl: string): boolean {
  if (safeMethods.has(request.method)) return false
  const origin = request.headers.get('origin')
  if (origin !== null) return origin !== appUrl
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin'
  return request.headers.has('cookie')
}
