import { outgoingError } from '#/db/outgoing-error.server.ts'
import { errorJson } from '#/http/error-json.server.ts'
import type { Log } from '#/log/log.server.ts'
import { statusByKind } from '#/lib/app-error.ts'
import type { MappedErrors } from './auth-endpoint.server.ts'

/** Maps a library error that the endpoint lists to our kind and code. Passes others through. */
export async function mapAuthErrors(response: Response, errors: MappedErrors | undefined): Promise<Response> {
  if (response.status < 400 || !errors) return response
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => ({}))
  const { code = '' } = body as { code?: string }
  const known = Object.hasOwn(errors, code) ? errors[code] : undefined
  if (!known) return response
  const [kind, ours, field] = known
  const mapped = errorJson({ status: statusByKind[kind], code: ours, params: { field } })
  for (const cookie of response.headers.getSetCookie()) mapped.headers.append('set-cookie', cookie)
  return mapped
}

/** Returns the response for a thrown error. Details that clients must not see go to the log. */
export function authErrorResponse(log: Log, error: unknown): Response {
  const { isBug, ...outgoing } = outgoingError(error)
  if (isBug) log.error({ err: error }, 'an auth request failed')
  else if (outgoing.status === 503)
    log.warn({ err: error }, 'an auth request failed because the database is unavailable')
  return errorJson(outgoing)
}
