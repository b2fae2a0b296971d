const safeMethods = new Set(['GET', 'HEAD'])

/**
 * Whether a page of another site may have sent this write: its Origin is not ours, or it has none and
 * Sec-Fetch-Site is not `same-origin`. Clients other than browsers send neither header and no cookies.
 */
export function isCrossSiteWrite(request: Request, appUrl: string): boolean {
  if (safeMethods.has(request.method)) return false
  const origin = request.headers.get('origin')
  if (origin !== null) return origin !== appUrl
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin'
  return request.headers.has('cookie')
}
