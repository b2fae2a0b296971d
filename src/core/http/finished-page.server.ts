import { currentRequest, type RequestScope } from '#/core/log/request-scope.server.ts'

const pages = new WeakMap<RequestScope, string>()

/**
 * The response of a page that is one finished string. Within a request the string is kept for `bodyOf` and the response carries none: whoever hands
 * it on makes no stream of it, and it is encoded once, on its way to the socket.
 */
export function finishedPage(html: string, init: ResponseInit): Response {
  const scope = currentRequest()
  if (!scope) return new Response(html, init)
  pages.set(scope, html)
  return new Response(null, init)
}

/** What the response to this request sends: its own body, else the page that was finished for it. */
export const bodyOf = (response: Response, scope: RequestScope) => response.body ?? pages.get(scope) ?? null
