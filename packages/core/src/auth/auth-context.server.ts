import { AsyncLocalStorage } from 'node:async_hooks'
import type { BetterAuthOptions } from 'better-auth'
import type { z } from 'zod'
import { authorize, type AccessRule } from '#/access/access.ts'
import type { Actor, SignedInActor } from '#/access/actor.ts'
import type { OpenDatabase, Transaction } from '#/db/database.server.ts'
import type { Log } from '#/log/log.server.ts'
import { currentRequest } from '#/log/request-scope.server.ts'
import type { AppError } from '#/lib/app-error.ts'
import type { AuthCookies, CookieKey } from './cookies.server.ts'
import type { HeldSession } from './session-cookies.server.ts'
import type { SignedIn } from './session.server.ts'

/** The services that requests to /api/auth use. */
export type AuthServices = {
  auth: () => Promise<{ handler(request: Request): Promise<Response>; options: BetterAuthOptions }>
  db: OpenDatabase['db']
  secret: string
  log: Log
  /** Reads the session of these cookies. Throws AppError unavailable when the database is unreachable. */
  identify(cookies: AuthCookies): Promise<SignedIn>
}

type Body = Record<string, unknown>
type Query = Record<string, string | undefined>

/**
 * What a middleware of a feature hands over to Better Auth's callbacks. Each feature declares its own field.
 * @public
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- an interface is what module augmentation needs
export interface CarriedState {}

/** A request to /api/auth whose endpoint, sender, shape and limits have been checked. */
export type AuthContext = {
  services: AuthServices
  request: Request
  rule: AccessRule
  actor: Actor
  /** True when the session is due for a refresh, or when there is none. */
  isRefreshDue: boolean
  /** Never contains the session of a banned user. */
  cookies: AuthCookies
  /** The secret that signs cookies and handles, and the origin they are for. */
  key: CookieKey
  path: string
  query: Query
  body: Body
  /** Requests with the same key are serialized by an advisory lock. */
  lockKey: string | undefined
  /** Results computed before the transaction: checks by hash and password, hashes by new password. */
  passwords: { checked: ReadonlyMap<string, boolean>; hashed: ReadonlyMap<string, string> }
  carried: CarriedState
  heldSessions: readonly HeldSessions[]
}

/** Sessions that a browser holds beside the active one, in cookies of a feature. */
export type HeldSessions = {
  /** Their tokens. Signing out ends them. */
  tokensOf(cookies: AuthCookies, key: CookieKey): readonly string[]
  /**
   * Runs in the transaction of a response that sets or ends the active session. Returns Set-Cookie lines for
   * the cookies of the feature.
   */
  onChange(request: AuthTransaction, change: SessionChange): Promise<readonly string[]>
  /** Whether it holds a session that another one replaces. Without such a feature, that session ends. */
  holdsReplaced?: true
}

export type SessionChange = {
  /** The session that is active now; undefined when there is none. */
  active: HeldSession | undefined
  isSignOut: boolean
  /** Whether the change has ended an impersonation. */
  endsImpersonation: boolean
}

/** An `AuthContext` inside the transaction that hooks, library, audit entries and mails share. */
export type AuthTransaction = AuthContext & {
  tx: Transaction
  /** Ids of the sessions the library created. */
  newSessions: string[]
  /** Fails the request whatever the library returns: it ignores a mail that could not be written. */
  failure: Error | undefined
  /** What the library reported to its logger. Only its response tells whether it is a fault. */
  reports: LibraryReport[]
}

export type LibraryReport = { level: 'warn' | 'error'; message: string; err: Error | undefined }

const current = new AsyncLocalStorage<AuthTransaction>()

/** Limits count an IPv6 client by its /64; Better Auth and the session table need a plain address. */
export const clientAddress = () => currentRequest()?.clientAddress.replace(/\/64$/, '') ?? '127.0.0.1'

/** Runs `work` with this request as the current one, where Better Auth's callbacks find it. */
export const withAuthTransaction = <T>(transaction: AuthTransaction, work: () => Promise<T>): Promise<T> =>
  current.run(transaction, work)

/** Returns the request Better Auth is serving; undefined outside of one. */
export const currentAuthTransaction = (): AuthTransaction | undefined => current.getStore()

/** Like `currentAuthTransaction`. Throws when Better Auth was not called through `handleAuthRequest`. */
export function authTransaction(): AuthTransaction {
  const found = current.getStore()
  if (!found) throw new Error('Better Auth must be called through handleAuthRequest')
  return found
}

export type HookResult = {
  /** Replace the body and query that Better Auth receives. */
  body?: Body
  query?: Query
  /** The response, when Better Auth does not have to be called. */
  answer?: unknown
  /** Denies the request without calling Better Auth; writes of the hook are committed. */
  denial?: AppError
  /**
   * Runs in the same transaction after Better Auth succeeded. Returns the response body, unless the response
   * is a redirect.
   */
  after?: (answer: unknown) => Promise<unknown>
  /** Makes every cookie of the response expire when the browser closes. */
  endsWithBrowser?: boolean
  /** Removes every cookie from the response. */
  withoutCookies?: boolean
}

/**
 * Runs in the transaction before Better Auth: takes locks, allows or denies the request, and may change it.
 * Throws AppError.
 */
export type BeforeHook = (request: AuthTransaction) => Promise<HookResult>

type Parsed<B, Q> = Omit<AuthTransaction, 'body' | 'query'> & { body: B; query: Q; secret: string }
type Shape<B extends z.ZodType<Body>, Q extends z.ZodType<Query>> = { body?: B; query?: Q }

/** Defines the hook of an endpoint that also works without a session, with the schemas of its input. */
export function openHook<B extends z.ZodType<Body>, Q extends z.ZodType<Query>>(
  shape: Shape<B, Q>,
  hook: (request: Parsed<z.output<B>, z.output<Q>>) => Promise<HookResult>,
): Shape<B, Q> & { before: BeforeHook } {
  const before: BeforeHook = (request) =>
    // The handler has parsed body and query with these schemas.
    hook({ ...request, secret: request.key.secret } as Parsed<z.output<B>, z.output<Q>>)
  return { ...shape, before }
}

/** Defines the hook of an endpoint for signed-in users. Checks the endpoint's rule before `hook`. */
export function userHook<B extends z.ZodType<Body>, Q extends z.ZodType<Query>>(
  shape: Shape<B, Q>,
  hook: (request: Parsed<z.output<B>, z.output<Q>> & { actor: SignedInActor }) => Promise<HookResult>,
) {
  return openHook(shape, (request) => hook({ ...request, actor: authorize(request.actor, request.rule) }))
}

/** Continues to the transaction, with `changes` applied to the context. */
export type Next = (
  changes?: Partial<Pick<AuthContext, 'body' | 'lockKey' | 'cookies' | 'carried'>>,
) => Promise<Response>

/** Runs around an endpoint's transaction, for work such as calling a provider. Throws AppError. */
export type Middleware = (context: AuthContext, next: Next) => Promise<Response>
