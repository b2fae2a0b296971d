import { currentRequest } from '#/log/request-scope.server.ts'
import { errorHeaders, errorMessage, type OutgoingError } from './error-json.server.ts'

/**
 * An error for programs, as RFC 9457: `title` is the message in the language of the request, `errors`
 * names the fields of an invalid input.
 */
export function problem(error: OutgoingError, headers: Record<string, string> = {}): Response {
  const { status, code, params = {}, fields } = error
  const named = fields ?? (params.field === undefined ? {} : { [params.field]: code })
  const errors = Object.entries(named).map(([field, fieldCode]) => ({ field, code: fieldCode }))
  return new Response(
    JSON.stringify({
      type: 'about:blank',
      title: errorMessage(error),
      status,
      code,
      requestId: currentRequest()?.id,
      ...(errors.length > 0 && { errors }),
    }),
    {
      status,
      headers: { 'content-type': 'application/problem+json', ...errorHeaders(error), ...headers },
    },
  )
}
