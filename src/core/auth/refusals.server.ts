import type { TranslationKey } from '#/core/i18n/keys.ts'
import { defaultLanguage } from '#/core/i18n/languages.ts'
import { translateTo } from '#/core/i18n/server-texts.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { statusByKind, type AppErrorKind } from '#/lib/app-error.ts'

/**
 * A code of Better Auth -> the kind and the text of the refusal that people see, with the field it belongs
 * to.
 */
export type Refusals = Readonly<Record<string, readonly [AppErrorKind, TranslationKey, field?: string]>>

/**
 * The answer, with a refusal that the endpoint has words for in these words. What it does to cookies stays.
 */
export async function inOurWords(answered: Response, refusals: Refusals | undefined): Promise<Response> {
  if (answered.status < 400 || !refusals) return answered
  const { code = '' } = (await answered
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string }
  const known = refusals[code]
  if (!known) return answered
  const [kind, ours, field] = known
  const headers = new Headers(answered.headers)
  headers.delete('content-length')
  const { language = defaultLanguage, id: requestId } = currentRequest() ?? {}
  const message = translateTo(language)(ours)
  return Response.json(
    { code: ours, message, requestId, ...(field === undefined ? {} : { field }) },
    { status: statusByKind[kind], headers },
  )
}
