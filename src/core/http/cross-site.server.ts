const safeMethods = new Set(['GET', 'HEAD'])

/**
 * True for a write that a page of another site may have sent, in whatever content type: its Origin is not
 * ours, or it has none and the browser does not vouch for it. A client that is no browser sends neither
 * header and carries no cookie of a victim.
 */
export function isCrossSiteWrite(request: Request, appUrl: string): boolean {
  if (safeMethods.has(request.method)) return false
  const origin = request.headers.get('origin')
  if (origin !== null) return origin !== appUrl
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin'
  return request.headers.has('cookie')
}
