import type { RequestScope } from '#/log/request-scope.server.ts'
import { discardResponse } from './discard-response.server.ts'
import { errorJson, type OutgoingError } from './error-json.server.ts'

export const SERVER_FUNCTIONS = '/_serverFn/'

/**
 * Replaces the framework's errors on API paths with JSON: the framework sends a page or 406 if no handler
 * matches, and the error's message if a server function throws. Responses of our handlers pass unchanged.
 */
export function asDataAnswer(response: Response, scope: RequestScope): Response {
  const error = scope.path.startsWith(SERVER_FUNCTIONS)
    ? functionError(response, scope)
    : missingHandler(response)
  if (!error) return response
  discardResponse(response)
  const allow = response.headers.get('allow') ?? (error.status === 405 ? 'GET, HEAD' : undefined)
  return errorJson(error, allow ? { allow } : {})
}

/** Until a function of ours is called, what fails is the call: its address or its payload. */
function functionError({ status }: Response, { calledFunction }: RequestScope): OutgoingError | undefined {
  if (status === 403) return { status, code: 'errors:crossSite' }
  if (status === 405) return { status, code: 'errors:malformed' }
  if (status < 500) return undefined
  return calledFunction
    ? { status, code: 'errors:unexpected' }
    : { status: 400, code: 'errors:malformed', params: { field: 'payload' } }
}

function missingHandler({ status, headers }: Response): OutgoingError | undefined {
  if (status !== 406 && !headers.get('content-type')?.startsWith('text/html')) return undefined
  // The path exists for another method: the router treated it as a page without content.
  return status === 200 ? { status: 405, code: 'errors:malformed' } : { status: 404, code: 'errors:notFound' }
}
