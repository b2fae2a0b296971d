import { databaseFailure } from '#/core/db/database-error.server.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { defaultLanguage } from '#/core/i18n/languages.ts'
import { translateTo } from '#/core/i18n/server-texts.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { AppError, statusByKind, type AppErrorKind } from '#/lib/app-error.ts'
import { formatMoment } from '#/lib/format-time.ts'
import type { ProviderFailureCode } from './providers/providers.ts'

type Mapped = readonly [AppErrorKind, TranslationKey, field?: string]

/** The library's codes that users meet. The sign-in pages know those of sign-up and sign-in themselves. */
const mappedErrors: Readonly<Record<string, Mapped>> = {
  INVALID_CODE: ['unauthenticated', 'security:invalidCode', 'code'],
  TOTP_NOT_ENABLED: ['unauthenticated', 'security:invalidCode', 'code'],
  INVALID_BACKUP_CODE: ['unauthenticated', 'security:invalidBackupCode', 'code'],
  BACKUP_CODES_NOT_ENABLED: ['unauthenticated', 'security:invalidBackupCode', 'code'],
  INVALID_TWO_FACTOR_COOKIE: ['unauthenticated', 'security:challengeOver'],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['unauthenticated', 'security:challengeOver'],
  OTP_HAS_EXPIRED: ['invalid', 'security:otpOver', 'code'],
  TOTP_ALREADY_ENABLED: ['conflict', 'security:alreadyEnabled'],
  TWO_FACTOR_NOT_ENABLED: ['conflict', 'security:notEnabled'],
  CHALLENGE_NOT_FOUND: ['invalid', 'security:challengeOver'],
  USER_NOT_VERIFIED: ['forbidden', 'security:userVerification'],
  PASSKEY_NOT_FOUND: ['unauthenticated', 'security:passkeyUnknown'],
  FAILED_TO_VERIFY_REGISTRATION: ['invalid', 'security:passkeyFailed'],
  AUTHENTICATION_FAILED: ['unauthenticated', 'security:passkeyFailed'],
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: ['invalid', 'security:challengeOver'],
}
/** The same codes where they speak of a mailed code. */
const mailedCodeErrors: Readonly<Record<string, Mapped>> = {
  INVALID_CODE: ['unauthenticated', 'security:invalidOtp', 'code'],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['invalid', 'security:otpOver', 'code'],
}
const mailedCodePaths = ['/two-factor/send-otp', '/two-factor/verify-otp']

/** What the library says at the end of a redirect's address. */
export const callbackErrors: Readonly<Record<string, ProviderFailureCode>> = {
  state_mismatch: 'expired',
  state_not_found: 'expired',
  account_not_linked: 'notLinked',
  email_does_not_match: 'otherAddress',
  account_already_linked_to_different_user: 'linkedElsewhere',
  unable_to_link_account: 'emailUnverified',
}

/** The library's answer, with our kind and code where it is an error of the table. Its cookies stay. */
export async function mapAuthErrors(response: Response, path: string): Promise<Response> {
  if (response.status < 400) return response
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => ({}))
  const { code = '' } = body as { code?: string }
  const known = (mailedCodePaths.includes(path) ? mailedCodeErrors[code] : undefined) ?? mappedErrors[code]
  if (!known) return response
  const [kind, ours, field] = known
  const mapped = jsonError(statusByKind[kind], { code: ours, field })
  for (const cookie of response.headers.getSetCookie()) mapped.headers.append('set-cookie', cookie)
  return mapped
}

type ShownError = { code: string; field?: string; params?: Record<string, string | number | undefined> }

/** An error as every endpoint under /api/auth tells it. */
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

/** Other clients show `message` as it is: a sentence in the visitor's language, where pages have one. */
function messageOf(code: string, params: ShownError['params'] & object): string {
  if (!/^(administration|providers|security|errors:banned)/.test(code)) return code
  const language = currentRequest()?.language ?? defaultLanguage
  // The server does not know the reader's time zone.
  const moment =
    typeof params.until === 'string'
      ? `${formatMoment(new Date(params.until), language, 'UTC')} UTC`
      : undefined
  return translateTo(language)(code as TranslationKey, moment === undefined ? params : { ...params, moment })
}

/** The answer to what was thrown. What clients may not know of it goes to the log. */
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
