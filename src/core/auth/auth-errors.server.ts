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

/** Library error codes that users can see, except those of sign-up and sign-in: their pages know them. */
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
/** The same codes on endpoints for mailed codes. */
const mailedCodeErrors: Readonly<Record<string, Mapped>> = {
  INVALID_CODE: ['unauthenticated', 'security:invalidOtp', 'code'],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['invalid', 'security:otpOver', 'code'],
}
const mailedCodePaths = ['/two-factor/send-otp', '/two-factor/verify-otp']

/** Library error codes in the query of a redirect URL. */
export const callbackErrors: Readonly<Record<string, ProviderFailureCode>> = {
  state_mismatch: 'expired',
  state_not_found: 'expired',
  account_not_linked: 'notLinked',
  email_does_not_match: 'otherAddress',
  account_already_linked_to_different_user: 'linkedElsewhere',
  unable_to_link_account: 'emailUnverified',
}

/** Maps a library error of the tables above to our kind and code, with its cookies. Passes others through. */
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

/** Other clients show `message` as it is: translated for the codes below, else the code itself. */
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
