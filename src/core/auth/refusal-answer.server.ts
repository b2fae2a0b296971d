import { databaseFailure } from '#/core/db/database-error.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { defaultLanguage } from '#/core/i18n/languages.ts'
import { translateTo } from '#/core/i18n/server-texts.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import { formatMoment } from '#/lib/format-time.ts'

type Refusal = { code: string; field?: string; params?: Record<string, string | number | undefined> }

/** A refusal as every endpoint under /api/auth tells it. */
export function jsonError(
  status: number,
  { code, field, params = {} }: Refusal,
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

/**
 * Clients of other makes show `message` as it is; what the interface's own texts say is a sentence there, in
 * the visitor's language.
 */
function messageOf(code: string, params: Refusal['params'] & object): string {
  if (!/^(administration|membership|providers|security|errors:banned)/.test(code)) return code
  const language = currentRequest()?.language ?? defaultLanguage
  // Where the reader is, the server does not know.
  const moment =
    typeof params.until === 'string'
      ? `${formatMoment(new Date(params.until), language, 'UTC')} UTC`
      : undefined
  return translateTo(language)(code as TranslationKey, moment === undefined ? params : { ...params, moment })
}

/** The refusal of what was thrown; what nobody may know of it is in the log. */
export function errorResponse(log: Log, error: unknown): Response {
  const known = error instanceof AppError ? error : databaseFailure(error)
  if (!known) log.error({ err: error }, 'an auth request failed')
  else if (known.kind === 'unavailable')
    log.warn({ err: error }, 'an auth request met a database that was away')
  if (!known) return jsonError(500, { code: 'errors:unexpected' })
  const { retryAfterSeconds = known.kind === 'unavailable' ? 2 : undefined, field, ...params } = known.params
  return jsonError(
    statusByKind[known.kind],
    { code: known.code, field, params },
    retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {},
  )
}
