import type { TranslationKey } from '#/core/i18n/keys.ts'
import { defaultLanguage } from '#/core/i18n/languages.ts'
import { translateTo } from '#/core/i18n/server-texts.server.ts'
import type { RequestScope } from '#/core/log/request-scope.server.ts'
import { AppError, statusByKind } from '#/lib/app-error.ts'
import type { WireError } from '#/lib/wire-error.ts'

export type ProblemFields = Pick<WireError, 'fields'> & {
  status: number
  /** Translation key. */
  code: string
  params?: WireError['params']
  headers?: Record<string, string>
}

/**
 * An error for programs, as RFC 9457: `title` is the message in the language of the request, `errors`
 * names the fields of an invalid input.
 */
export function problem(
  { status, code, params = {}, fields, headers = {} }: ProblemFields,
  scope: Pick<RequestScope, 'id' | 'language'> | undefined,
): Response {
  const t = translateTo(scope?.language ?? defaultLanguage)
  const named = fields ?? (params.field === undefined ? {} : { [params.field]: code })
  const errors = Object.entries(named).map(([field, fieldCode]) => ({ field, code: fieldCode }))
  return new Response(
    JSON.stringify({
      type: 'about:blank',
      title: t(code as TranslationKey, params),
      status,
      code,
      requestId: scope?.id,
      ...(errors.length > 0 && { errors }),
    }),
    {
      status,
      headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store', ...headers },
    },
  )
}

/** The same for an AppError, with its retry time. */
export function problemOf({ kind, code, params }: AppError, scope: RequestScope | undefined): Response {
  const { retryAfterSeconds } = params
  return problem(
    {
      status: statusByKind[kind],
      code,
      params,
      ...(retryAfterSeconds && { headers: { 'retry-after': String(retryAfterSeconds) } }),
    },
    scope,
  )
}
