import type { z } from 'zod'
import type { AccessRule } from '#/core/access/access.ts'
import type { Actor } from '#/core/access/actor.ts'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import type { LimitRule } from '#/core/limits/limits.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import type { Auth } from './auth.server.ts'
import type { Guard, OpenGuard } from './auth-guard.server.ts'
import type { AuthCookies } from './cookies.server.ts'
import type { PasswordFields } from './prepare-passwords.server.ts'
import type { Refusals } from './refusals.server.ts'
import type { SignedIn } from './session.server.ts'

// The types of an endpoint of Better Auth and of a request on its way through it. Apart from what uses them, so
// that the list of endpoints and the handler need not import each other.

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

export type AuthDoor = {
  auth: Auth
  db: OpenDatabase['db']
  secret: string
  log: Log
  storage: Storage
  /** Who these cookies stand for. Throws AppError unavailable when the database is away. */
  identify(cookies: AuthCookies): Promise<SignedIn>
}

export type Checked = {
  path: string
  query: Record<string, string | undefined>
  body: Record<string, unknown> | undefined
  /** Without the session of somebody banned. */
  cookies: AuthCookies
}

/** A request that has passed the door: what was sent in its checked form, and who sends it. */
export type Admitted = Checked & { endpoint: AuthEndpoint; actor: Actor; turn: string | undefined }

/** A request that has passed the door, on its way to Better Auth. */
export type Arriving = { door: AuthDoor; request: Request; admitted: Admitted }

/** Lets it go on, with what is given here in place of what came. */
export type Pass = (changes?: Partial<Pick<Admitted, 'body' | 'turn' | 'cookies'>>) => Promise<Response>

/**
 * What an endpoint does before and after its transaction: asking others over the network, which no
 * transaction should wait for. Throws AppError. Whatever decides about rows is a guard's, or Better Auth's,
 * inside.
 */
export type Around = (arriving: Arriving, pass: Pass) => Promise<Response>
