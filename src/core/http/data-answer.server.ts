import { discardResponse } from './discard-response.server.ts'
import { errorJson } from './error-json.server.ts'
import { serverFunctionError, SERVER_FUNCTIONS, type HttpError } from './server-function-call.server.ts'

/**
 * Replaces the framework's errors on API paths with JSON: the framework sends a page or 406 if no handler
 * matches, and the error's message if a server function throws. Responses of our handlers pass unchanged.
 */
export async function asDataAnswer(response: Response, path: string): Promise<Response> {
  const error = path.startsWith(SERVER_FUNCTIONS)
    ? await serverFunctionError(response)
    : missingHandler(response)
  if (!error) return response
  discardResponse(response)
  const allow = response.headers.get('allow') ?? (error.status === 405 ? 'GET, HEAD' : undefined)
  return errorJson(error, allow ? { allow } : {})
}

function missingHandler({ status, headers }: Response): HttpError | undefined {
  if (status !== 406 && !headers.get('content-type')?.startsWith('text/html')) return undefined
  // The path exists for another method: the router treated it as a page without content.
  return status === 200 ? { status: 405, code: 'errors:malformed' } : { status: 404, code: 'errors:notFound' }
}
