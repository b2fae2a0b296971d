import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What is known of the HTTP request being served. Made by core/http for each request; absent in jobs and at
 * start.
 */
export type RequestScope = {
  id: string
  /**
   * Address of the client after TRUSTED_PROXIES was applied; never taken from a header that anyone can send.
   */
  clientAddress: string
  /** Address of the socket itself: loopback only for a client on this machine or a proxy on it. */
  socketAddress: string | undefined
  /** Value of the Content-Security-Policy nonce of this response. */
  nonce: string
  /** Language by cookie, then Accept-Language. */
  language: 'en' | 'de' | 'es' | 'pt'
  method: string
  path: string
}

const scope = new AsyncLocalStorage<RequestScope>()

export function runWithRequest<T>(request: RequestScope, work: () => T): T {
  return scope.run(request, work)
}

export function currentRequest(): RequestScope | undefined {
  return scope.getStore()
}
