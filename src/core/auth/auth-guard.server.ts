import type { z } from 'zod'
import type { AccessRule } from '#/core/access/access.ts'
import type { Actor, SignedInActor } from '#/core/access/actor.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import type { AppError } from '#/lib/app-error.ts'
import type { AuthCookies } from './cookies.server.ts'

type Body = Record<string, unknown>
type Query = Record<string, string | undefined>

export type GuardedRequest<B = Body, Q = Query> = {
  tx: Transaction
  actor: SignedInActor
  /** The row of the endpoint; the guard asks it, because only the guard knows which organization is meant. */
  rule: AccessRule
  body: B
  query: Q
  storage: Storage
  cookies: AuthCookies
  /** What cookies and handles are signed with. */
  secret: string
}

/** A request from whoever: nobody, half signed in, or signed in. */
export type OpenRequest<B = Body, Q = Query> = Omit<GuardedRequest<B, Q>, 'actor'> & { actor: Actor }

export type GuardOutcome = {
  /** What Better Auth gets in place of what was sent. */
  body?: Body
  query?: Query
  /** The answer, where Better Auth need not be asked. */
  answer?: unknown
  /** Refused without asking Better Auth, but what the guard wrote stands. */
  refusal?: AppError
  /**
   * Runs when Better Auth has agreed, in the same transaction; what it returns is the answer, unless that is
   * a redirect.
   */
  after?: (answer: unknown) => Promise<unknown>
  /** Every cookie of the answer ends with the browser. */
  endsWithBrowser?: boolean
  /** The answer sets no cookie. */
  withoutCookies?: boolean
  /** Runs when all of it stands: what a rollback could not take back. */
  afterCommit?: () => Promise<void>
}

/**
 * What an endpoint's request has to pass in the transaction that Better Auth then writes in: takes its turn,
 * asks the rule, and says afterwards what else belongs to the act. Throws AppError. A request that Better
 * Auth refuses after its guard leaves nothing behind.
 */
export type Guard = (request: GuardedRequest) => Promise<GuardOutcome>

/**
 * The same for endpoints that people without a session use. What Better Auth wrote before it refused stays
 * here: counted tries, used challenges.
 */
export type OpenGuard = (request: OpenRequest) => Promise<GuardOutcome>

type Shape<B extends z.ZodType<Body>, Q extends z.ZodType<Query>> = { body?: B; query?: Q }

/** Ties a guard to the shape of what it gets. */
export function guarded<B extends z.ZodType<Body>, Q extends z.ZodType<Query>>(
  shape: Shape<B, Q>,
  guard: (request: GuardedRequest<z.output<B>, z.output<Q>>) => Promise<GuardOutcome>,
): Shape<B, Q> & { guard: Guard } {
  // The door has parsed body and query with these very schemas.
  return { ...shape, guard: (request) => guard(request as GuardedRequest<z.output<B>, z.output<Q>>) }
}

/** The same for an open guard. */
export function openGuarded<B extends z.ZodType<Body>, Q extends z.ZodType<Query>>(
  shape: Shape<B, Q>,
  openGuard: (request: OpenRequest<z.output<B>, z.output<Q>>) => Promise<GuardOutcome>,
): Shape<B, Q> & { openGuard: OpenGuard } {
  return { ...shape, openGuard: (request) => openGuard(request as OpenRequest<z.output<B>, z.output<Q>>) }
}
