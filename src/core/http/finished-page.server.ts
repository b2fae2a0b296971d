import { currentRequest, type RequestScope } from '#/core/log/request-scope.server.ts'

const pages = new WeakMap<RequestScope, Buffer<ArrayBuffer>>()

/**
 * The response of a page that is one finished string. Within a request its bytes are kept for `bodyOf` and
 * the response carries none: so nobody who hands it on makes a stream of them.
 */
export function finishedPage(html: string, init: ResponseInit): Response {
  const scope = currentRequest()
  if (!scope) return new Response(html, init)
  pages.set(scope, Buffer.from(html))
  return new Response(null, init)
}

/** What the response to this request sends: its own body, else the page that was finished for it. */
export const bodyOf = (response: Response, scope: RequestScope) => response.body ?? pages.get(scope) ?? null
