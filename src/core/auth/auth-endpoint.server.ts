import type { z } from 'zod'
import type { AccessRule } from '#/core/access/access.ts'
import type { LimitRule } from '#/core/limits/limits.server.ts'
import type { BeforeHook, Middleware } from './auth-context.server.ts'
import type { PasswordFields } from './prepare-passwords.server.ts'

export type AuthEndpoint = {
  method: 'GET' | 'POST'
  path: string
  rule: AccessRule
  /** Checked before Better Auth sees the body. */
  body?: z.ZodType<Record<string, unknown>>
  /** Query parameters, in the same way; without it there may be none. */
  query?: z.ZodType<Record<string, string | undefined>>
  /** Runs in the transaction before Better Auth, and asks the rule. Without it the handler does. */
  before?: BeforeHook
  /**
   * Denied with errors:reauthenticate while the last authentication of the session is older than ten minutes.
   */
  requiresRecentAuth?: true
  /** Answered by us alone; Better Auth has no such endpoint, or another one. */
  isOwn?: true
  /**
   * What is hashed before the transaction: an endpoint that hashes in it without having said so answers 503.
   */
  passwords?: PasswordFields
  /** Runs around the transaction, for what no transaction should wait for. */
  middleware?: Middleware
  /** Answers that undo the transaction although Better Auth calls them none: a redirect with an error. */
  isFailure?: (answer: Response) => boolean
  perAddress?: LimitRule
  /** Counted by user, or by address without a session. */
  perUser?: LimitRule
  /** Counted by the `email` of the body, whether or not such an account exists. */
  perAccount?: LimitRule & { forgiveOnSuccess?: boolean }
  /** Requests for one account are serialized: what the library checks is still true when it writes. */
  serializedPerAccount?: boolean
  /** The answer never comes earlier, so that a mail that was written takes no longer than none. */
  answerAfterMs?: number
}

type Row = Pick<AuthEndpoint, 'rule'> & Partial<AuthEndpoint>

export const post = (path: `/${string}`, row: Row): AuthEndpoint => ({ method: 'POST', path, ...row })
export const get = (path: `/${string}`, row: Row): AuthEndpoint => ({ method: 'GET', path, ...row })

/** The rule of an endpoint without a session, which is in no slice's table. */
export const forAnyone = (path: string): AccessRule => ({ action: `auth${path}`, allow: ['anyone'] })

export const QUARTER_HOUR = 900
export const HOUR = 3600

/** For anyone, or for who has passed the first of two factors. */
export const worksWithoutSession = ({ rule }: AuthEndpoint) =>
  rule.allow.some((subject) => subject === 'anyone' || subject === 'second-factor-pending')

/** What may be guessed: by address; the hook counts by account. */
export const guessLimits = { perAddress: { max: 200, windowSeconds: QUARTER_HOUR } }
/** What sends a mail. */
export const mailLimits = { perAddress: { max: 20, windowSeconds: QUARTER_HOUR } }
