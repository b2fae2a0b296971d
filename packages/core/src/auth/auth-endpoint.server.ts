import type { z } from 'zod'
import type { AccessRule } from '#/access/access.ts'
import type { TranslationKey } from '#/i18n/keys.ts'
import type { LimitRule } from '#/limits/limits.server.ts'
import type { AppError, AppErrorKind } from '#/lib/app-error.ts'
import type { BeforeHook, Middleware } from './auth-context.server.ts'
import type { PasswordFields } from './prepare-passwords.server.ts'

/** Error codes of Better Auth, each with our kind and code, and the field it concerns. */
export type MappedErrors = Readonly<
  Record<string, readonly [kind: AppErrorKind, code: TranslationKey, field?: string]>
>

export type AuthEndpoint = {
  method: 'GET' | 'POST'
  path: string
  rule: AccessRule
  /** Checked before Better Auth sees the body. */
  body?: z.ZodType<Record<string, unknown>>
  /** The body is a form, as OAuth sends it, and not JSON. */
  isForm?: true
  /** The same for query parameters; without a schema none are accepted. */
  query?: z.ZodType<Record<string, string | undefined>>
  /** Runs in the transaction before Better Auth and checks the rule; without it the handler does. */
  before?: BeforeHook
  /** Denies with errors:reauthenticate when the session's last authentication is older than ten minutes. */
  requiresRecentAuth?: true
  /** Other errors of Better Auth are sent as they are. */
  errors?: MappedErrors
  /** Returns the response to a refused request, for clients that expect another form of errors. */
  refusal?: (error: AppError, request: Request) => Response
  /** Served without Better Auth, which has no such endpoint or a different one. */
  isOwn?: true
  /** Fields to hash before the transaction. Hashing any other password inside it fails with a 503. */
  passwords?: PasswordFields
  /** Runs around the transaction, for work that no transaction should wait for. */
  middleware?: Middleware
  /** Responses that Better Auth treats as success but that roll back: redirects with an error. */
  isFailure?: (answer: Response) => boolean
  perAddress?: LimitRule
  /** Counted by user, or by address without a session. */
  perUser?: LimitRule
  /**
   * Counted by the `email` of the body, whether or not such an account exists. Guesses are forgiven on
   * success, and those of strangers don't count for a browser that has signed in to the account before.
   */
  perAccount?: LimitRule & { isOfGuesses?: true }
  /** Serializes requests for one account, so that the library's checks still hold when it writes. */
  serializedPerAccount?: boolean
  /** Minimum response time, so that timing does not reveal whether a mail was written. */
  answerAfterMs?: number
}

type Row = Pick<AuthEndpoint, 'rule'> & Partial<AuthEndpoint>

export const post = (path: `/${string}`, row: Row): AuthEndpoint => ({ method: 'POST', path, ...row })
export const get = (path: `/${string}`, row: Row): AuthEndpoint => ({ method: 'GET', path, ...row })

/** The rule of an endpoint that works without a session and is not in any feature's access table. */
export const forAnyone = (path: string): AccessRule => ({ action: `auth${path}`, allow: ['anyone'] })

export const QUARTER_HOUR = 900
export const HOUR = 3600

/** Whether anyone, or a user with a pending second factor, may call the endpoint. */
export const worksWithoutSession = ({ rule }: AuthEndpoint) =>
  rule.allow.some((subject) => subject === 'anyone' || subject === 'second-factor-pending')

/** For endpoints whose input can be guessed: limits by address; the hook limits by account. */
export const guessLimits = { perAddress: { max: 200, windowSeconds: QUARTER_HOUR } }
/** For endpoints that send a mail. */
export const mailLimits = { perAddress: { max: 20, windowSeconds: QUARTER_HOUR } }
