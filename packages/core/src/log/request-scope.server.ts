import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from '#/i18n/languages.ts'

/** What the path of a request leads to (packages/core/src/app/server/match-route.server.ts). */
export type MatchedRoute = {
  /** The full path as the route declares it, such as `/api/files/$fileId`; undefined without one. */
  route: string | undefined
  /** Whether a page is shown: a route's page, or the 404 page of a path without a route. */
  isPage: boolean
  /** The methods of a server route; undefined for pages. */
  methods?: readonly string[]
  /** The largest body that the route accepts from signed-in users; undefined for the usual one. */
  bodyMaxBytes?: number
  /** Whether programs call the route, and not pages: errors are `application/problem+json`. */
  isForPrograms?: true
  /** Whether the URL holds a secret: no referrer, and not in search engines. */
  hasSecretUrl?: true
}

/** The current HTTP request, set by the request handler. Absent in jobs and at start. */
export type RequestScope = MatchedRoute & {
  id: string
  /** The client's address after TRUSTED_PROXIES; never from a header that the client controls. */
  clientAddress: string
  /** Whose share of scarce things this uses: the session's, else the client address's. */
  owner: string
  /** Aborted when the client leaves before it has the whole response. */
  signal: AbortSignal
  /** The socket's address: loopback only for a client or proxy on this machine. */
  socketAddress: string | undefined
  /** The Content-Security-Policy nonce of this response. */
  nonce: string
  /** From the cookie, else Accept-Language. */
  language: Language
  method: string
  path: string
  /** Whether a server function of ours has been called, and not only the framework. */
  calledFunction?: true
}

const scope = new AsyncLocalStorage<RequestScope>()

export function runWithRequest<T>(request: RequestScope, work: () => T): T {
  return scope.run(request, work)
}

export function currentRequest(): RequestScope | undefined {
  return scope.getStore()
}
