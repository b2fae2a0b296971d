import { isLoopbackHost } from '#/lib/loopback.ts'

type Site = { APP_URL: string; isLocal: boolean }

const safeMethods = new Set(['GET', 'HEAD'])

/**
 * Whether a page of another site may have sent this write: its Origin is not ours; it has no Origin, and
 * Sec-Fetch-Site is not `same-origin`; or it has neither, but a cookie. Clients other than browsers send none
 * of them.
 */
export function isCrossSiteWrite(request: Request, site: Site): boolean {
  if (safeMethods.has(request.method)) return false
  const origin = request.headers.get('origin')
  if (origin !== null) return origin !== site.APP_URL && !isOtherName(origin, request, site)
  const fetchSite = request.headers.get('sec-fetch-site')
  if (fetchSite !== null) return fetchSite !== 'same-origin'
  return request.headers.has('cookie')
}

/**
 * Whether, in local mode, the page and the request are both at another name of this machine (localhost,
 * 127.0.0.1, [::1]) than APP_URL has: with its scheme and port, so that this application served the page.
 */
function isOtherName(origin: string, { headers }: Request, { APP_URL, isLocal }: Site): boolean {
  if (!isLocal || !URL.canParse(origin)) return false
  const [page, own] = [new URL(origin), new URL(APP_URL)]
  return (
    page.origin === origin &&
    isLoopbackHost(page.hostname) &&
    page.protocol === own.protocol &&
    page.port === own.port &&
    page.host === headers.get('host')?.toLowerCase()
  )
}
