import { errorHeaders, errorJson, type OutgoingError } from '#/http/error-json.server.ts'
import { problem } from '#/http/problem.server.ts'
import { outgoingError } from '#/db/outgoing-error.server.ts'
import type { Log } from '#/log/log.server.ts'
import type { RequestScope } from '#/log/request-scope.server.ts'
import { plainErrorPage } from './plain-error-page.server.ts'

type ErrorOptions = { headers?: Record<string, string>; asPage?: boolean }

/** Returns an error as JSON, or as a page in the reader's language where a page was asked for. */
export function errorResponse(
  error: OutgoingError,
  scope: RequestScope,
  { headers = {}, asPage = scope.isPage }: ErrorOptions = {},
): Response {
  if (scope.isForPrograms) return problem(error, headers)
  if (!asPage) return errorJson(error, headers)
  return plainErrorPage(error, scope, { ...errorHeaders(error), ...headers })
}

/** Returns the response for what handling a request threw. Logs it unless it is expected. */
export function failureResponse(error: unknown, scope: RequestScope, log: Log): Response {
  const { isBug, ...outgoing } = outgoingError(error)
  if (isBug) log.error({ err: error, method: scope.method, path: scope.path }, 'a request failed')
  return errorResponse(outgoing, scope)
}
