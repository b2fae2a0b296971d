import { jsonError } from '#/core/http/data-answer.server.ts'
import { problem } from '#/core/http/problem.server.ts'
import { databaseFailure } from '#/core/db/database-error.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import type { RequestScope } from '#/core/log/request-scope.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import { plainErrorPage, type Rejected } from './plain-error-page.server.ts'

type ErrorOptions = { headers?: Record<string, string>; asPage?: boolean }

/** Returns an error as JSON, or as a page in the reader's language where a page was asked for. */
export function errorResponse(
  rejected: Rejected,
  scope: RequestScope,
  { headers: given = {}, asPage = scope.isPage }: ErrorOptions = {},
): Response {
  const { retryAfterSeconds } = rejected
  const headers = retryAfterSeconds ? { ...given, 'retry-after': String(retryAfterSeconds) } : given
  if (scope.isForPrograms) return problem({ ...rejected, headers }, scope)
  if (!asPage) return jsonError(rejected, scope.id, headers)
  return plainErrorPage(rejected, scope, headers)
}

/** Returns the response for what handling a request threw. Logs it unless it is expected. */
export function failureResponse(
  error: unknown,
  scope: RequestScope,
  { signal, log }: { signal: AbortSignal; log: Log },
): Response {
  // The client has disconnected: nobody reads the response, and this is not a server error.
  const known =
    error === signal.reason
      ? new AppError('invalid', 'errors:malformed')
      : error instanceof AppError
        ? error
        : databaseFailure(error)
  if (!known) log.error({ err: error, method: scope.method, path: scope.path }, 'a request failed')
  const status = known ? statusByKind[known.kind] : 500
  const code = known?.code ?? 'errors:unexpected'
  return errorResponse({ status, code, retryAfterSeconds: known?.params.retryAfterSeconds }, scope)
}
