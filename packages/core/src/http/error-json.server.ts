import type { TranslationKey } from '#/i18n/keys.ts'
import { defaultLanguage } from '#/i18n/languages.ts'
import { translateTo } from '#/i18n/server-texts.server.ts'
import { currentRequest } from '#/log/request-scope.server.ts'
import { formatMoment } from '#/lib/format-time.ts'
import type { WireError } from '#/lib/wire-error.ts'

/** What may leave the server of an error. `outgoingError` makes it of anything thrown. */
export type OutgoingError = Pick<WireError, 'code' | 'fields'> & {
  status: number
  params?: WireError['params']
}

/** An error as JSON, for browsers: `responseError` reads it. */
export function errorJson(error: OutgoingError, headers: Record<string, string> = {}): Response {
  const { status, code, fields, params: { retryAfterSeconds: _, ...params } = {} } = error
  return Response.json(
    {
      code,
      message: errorMessage(error),
      requestId: currentRequest()?.id,
      ...(params.field !== undefined && { field: params.field }),
      ...(fields && { fields }),
      ...(Object.keys(params).length > 0 && { params }),
    },
    { status, headers: { ...errorHeaders(error), ...headers } },
  )
}

/** The headers of every response with an error. */
export function errorHeaders({ status, params }: OutgoingError): Record<string, string> {
  const wait = params?.retryAfterSeconds ?? (status === 503 ? UNAVAILABLE_SECONDS : undefined)
  return { 'cache-control': 'no-store', ...(wait && { 'retry-after': String(wait) }) }
}
const UNAVAILABLE_SECONDS = 2

/** The message in the language of the request. Times are in UTC: the reader's zone is unknown. */
export function errorMessage({ code, params = {} }: OutgoingError): string {
  const { until } = params
  const language = currentRequest()?.language ?? defaultLanguage
  const moment = typeof until === 'string' && `${formatMoment(new Date(until), language, 'UTC')} UTC`
  return translateTo(language)(code as TranslationKey, moment ? { ...params, moment } : params)
}
