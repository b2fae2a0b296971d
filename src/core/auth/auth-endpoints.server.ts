import type { z } from 'zod'
import type { AccessRule, Party } from '#/core/access/access.ts'
import type { LimitRule } from '#/core/limits/limits.server.ts'
import {
  emailBody,
  noInput,
  requestResetBody,
  resetBody,
  sessionQuery,
  signInBody,
  signUpBody,
} from './auth.schema.ts'
import { administrationEndpoints } from './administration/administration-endpoints.server.ts'
import type { Around } from './around.server.ts'
import type { Guard, OpenGuard } from './auth-guard.server.ts'
import { membershipEndpoints } from './membership/membership-endpoints.server.ts'
import { browserAccountEndpoints } from './browser-accounts/browser-account-endpoints.server.ts'
import { isCommonPassword, PASSWORD_GUESSES } from './password.server.ts'
import type { PasswordFields } from './prepare-passwords.server.ts'
import type { Refusals } from './refusals.server.ts'
import { onVerifyEmail } from './security/change-address.server.ts'
import { securityEndpoints } from './security/security-endpoints.server.ts'
import { providerEndpoints } from './providers/provider-endpoints.server.ts'

export type AuthEndpoint = {
  method: 'GET' | 'POST'
  path: string
  rule: AccessRule
  /** Checked before Better Auth sees the body. */
  body?: z.ZodType<Record<string, unknown>>
  /** Query parameters, in the same way; without it there may be none. */
  query?: z.ZodType<Record<string, string | undefined>>
  /** Passed in the transaction, before Better Auth is asked; then it asks the rule, not the door. */
  guard?: Guard
  /** A guard for people without a session too; it asks the rule. */
  openGuard?: OpenGuard
  /** Refused with errors:proveAgain while the person's last proof is older than ten minutes. */
  needsProof?: true
  /** What Better Auth refuses, in our words. */
  refusals?: Refusals
  /** Answered by its guard alone; Better Auth has no such endpoint. */
  isOwn?: true
  /**
   * What is hashed before the transaction: an endpoint that hashes in it, without having said so here,
   * answers 503.
   */
  passwords?: PasswordFields
  /** What happens around the transaction, such as asking a provider. */
  around?: Around
  /**
   * Answers for which the transaction is undone although Better Auth calls them none: a redirect that says
   * what went wrong.
   */
  isFailure?: (answer: Response) => boolean
  perAddress?: LimitRule
  /** Counted by who is signed in, or by address. */
  perUser?: LimitRule
  /** Counted by the `email` of the body, whether or not such an account exists. */
  perAccount?: LimitRule & { forgiveOnSuccess?: boolean }
  /**
   * Requests for one account take turns: what the library only checks before it writes is then true when it
   * writes.
   */
  inTurnPerAccount?: boolean
  /** The answer never comes earlier, so that a mail that was written takes no longer than none. */
  answerAfterMs?: number
}

const MINUTE = 60

type Address = `${AuthEndpoint['method']} /${string}`

function endpoint(
  address: Address,
  allow: readonly Party[],
  rest: Omit<AuthEndpoint, 'method' | 'path' | 'rule'> = {},
): AuthEndpoint {
  const [method, path] = address.split(' ') as [AuthEndpoint['method'], string]
  return { method, path, rule: { action: `auth${path}`, allow }, ...rest }
}

// Only here, not in the schemas the forms use: the list is too long for a browser.
const isUncommon = (body: { password: string } | { newPassword: string }) =>
  !isCommonPassword('password' in body ? body.password : body.newPassword)
const chosenAtSignUp = signUpBody.refine(isUncommon, { path: ['password'], error: 'errors:commonPassword' })
const chosenAtReset = resetBody.refine(isUncommon, { path: ['newPassword'], error: 'errors:commonPassword' })

/** What changes something and names no limit of its own. */
const USUAL: LimitRule = { max: 120, windowSeconds: MINUTE }

function withLimits(rows: readonly AuthEndpoint[]): AuthEndpoint[] {
  return rows.map((row) =>
    row.method === 'GET' || row.perAddress || row.perAccount ? row : { ...row, perUser: USUAL },
  )
}

/**
 * Every Better Auth endpoint that answers. What is not listed is 404, however many a plugin brings: a new
 * version can't open one unseen. A slice that needs another endpoint adds its row here, with its shape and
 * its limits.
 */
export const authEndpoints: readonly AuthEndpoint[] = withLimits([
  endpoint('POST /sign-up/email', ['anyone'], {
    body: chosenAtSignUp,
    passwords: { chooses: 'password' },
    inTurnPerAccount: true,
    perAddress: { max: 100, windowSeconds: 60 * MINUTE },
    perAccount: { max: 10, windowSeconds: 60 * MINUTE },
  }),
  endpoint('POST /sign-in/email', ['anyone'], {
    body: signInBody,
    passwords: { checks: 'password' },
    perAddress: { max: 200, windowSeconds: 15 * MINUTE },
    perAccount: { ...PASSWORD_GUESSES, forgiveOnSuccess: true },
  }),
  endpoint('POST /sign-out', ['anyone'], { body: noInput }),
  endpoint('GET /get-session', ['anyone'], { query: sessionQuery }),
  endpoint('GET /verify-email', ['anyone'], {
    ...onVerifyEmail,
    perAddress: { max: 100, windowSeconds: 15 * MINUTE },
  }),
  endpoint('POST /send-verification-email', ['anyone'], {
    body: emailBody,
    perAddress: { max: 20, windowSeconds: 15 * MINUTE },
    perAccount: { max: 5, windowSeconds: 15 * MINUTE },
  }),
  endpoint('POST /request-password-reset', ['anyone'], {
    body: requestResetBody,
    answerAfterMs: 400,
    perAddress: { max: 20, windowSeconds: 15 * MINUTE },
    perAccount: { max: 5, windowSeconds: 15 * MINUTE },
  }),
  endpoint('POST /reset-password', ['anyone'], {
    body: chosenAtReset,
    passwords: { chooses: 'newPassword' },
    perAddress: { max: 30, windowSeconds: 15 * MINUTE },
  }),
  endpoint('GET /ok', ['anyone']),
  ...membershipEndpoints,
  ...securityEndpoints,
  ...providerEndpoints,
  ...browserAccountEndpoints,
  ...administrationEndpoints,
])
