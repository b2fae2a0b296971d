import { databaseFailure } from '#/core/db/database-error.server.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { defaultLanguage } from '#/core/i18n/languages.ts'
import { translateTo } from '#/core/i18n/server-texts.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import { formatMoment } from '#/lib/format-time.ts'
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
  const mapped = jsonError(statusByKind[kind], { code: ours, field })
  for (const cookie of response.headers.getSetCookie()) mapped.headers.append('set-cookie', cookie)
  return mapped
}

type ShownError = { code: string; field?: string; params?: Record<string, string | number | undefined> }

/** Returns an error in the format of every endpoint under /api/auth. */
export function jsonError(
  status: number,
  { code, field, params = {} }: ShownError,
  headers: Record<string, string> = {},
): Response {
  const shown = {
    ...(field === undefined ? {} : { field }),
    ...(Object.keys(params).length === 0 ? {} : { params }),
  }
  return Response.json(
    { code, message: messageOf(code, params), requestId: currentRequest()?.id, ...shown },
    { status, headers: { 'cache-control': 'no-store', ...headers } },
  )
}

/** Other clients show `message` as it is: translated, but for common errors, whose code they know. */
function messageOf(code: string, params: ShownError['params'] & object): string {
  if (!code.includes(':') || (code.startsWith('errors:') && !code.startsWith('errors:banned'))) return code
  const language = currentRequest()?.language ?? defaultLanguage
  // The server does not know the reader's time zone.
  const moment =
    typeof params.until === 'string'
      ? `${formatMoment(new Date(params.until), language, 'UTC')} UTC`
      : undefined
  return translateTo(language)(code as TranslationKey, moment === undefined ? params : { ...params, moment })
}

/** Returns the response for a thrown error. Details that clients must not see go to the log. */
export function errorResponse(log: Log, error: unknown): Response {
  const known = error instanceof AppError ? error : databaseFailure(error)
  if (!known) log.error({ err: error }, 'an auth request failed')
  else if (known.kind === 'unavailable')
    log.warn({ err: error }, 'an auth request failed because the database is unavailable')
  if (!known) return jsonError(500, { code: 'errors:unexpected' })
  const { retryAfterSeconds = known.kind === 'unavailable' ? 2 : undefined, field, ...params } = known.params
  return jsonError(
    statusByKind[known.kind],
    { code: known.code, field, params },
    retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {},
  )
}
