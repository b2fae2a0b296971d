import { AsyncLocalStorage } from 'node:async_hooks'
import type { BetterAuthOptions } from 'better-auth'
import type { z } from 'zod'
import { authorize, type AccessRule } from '#/core/access/access.ts'
import type { Actor, SignedInActor } from '#/core/access/actor.ts'
import type { OpenDatabase, Transaction } from '#/core/db/database.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import type { AppError } from '#/lib/app-error.ts'
import type { AuthCookies, CookieKey } from './cookies.server.ts'
import type { ProviderProfile } from './providers/provider-client.server.ts'
import type { SignedIn } from './session.server.ts'

/** What requests to /api/auth are served with. */
export type AuthServices = {
  auth: () => Promise<{ handler(request: Request): Promise<Response>; options: BetterAuthOptions }>
  db: OpenDatabase['db']
  secret: string
  log: Log
  /** Who these cookies stand for. Throws AppError unavailable when the database is away. */
  identify(cookies: AuthCookies): Promise<SignedIn>
}

type Body = Record<string, unknown>
type Query = Record<string, string | undefined>

/** A request to /api/auth whose endpoint, sender, shape and limits have been checked. */
export type AuthContext = {
  services: AuthServices
  request: Request
  rule: AccessRule
  actor: Actor
  /** Whether the session is to be extended, or there is none. */
  isRefreshDue: boolean
  /** Without the session of a banned user. */
  cookies: AuthCookies
  /** What cookies and handles are signed with, and the origin they are for. */
  key: CookieKey
  path: string
  query: Query
  body: Body
  /** Requests with the same key are serialized by an advisory lock. */
  lockKey: string | undefined
  /** What was hashed before the transaction: by hash and password, and by the password that was chosen. */
  passwords: { checked: ReadonlyMap<string, boolean>; hashed: ReadonlyMap<string, string> }
  /** The checked profile of an OAuth callback, which the library finds in place of asking the provider. */
  profile?: ProviderProfile & { isLink: boolean }
}

/** The same inside the transaction that hooks, library, audit entries and mails share. */
export type AuthTransaction = AuthContext & {
  tx: Transaction
  /** Ids of the sessions that the library has made. */
  newSessions: string[]
  /** Whether the library has made an account for the profile. */
  isNewUser: boolean
  /** Fails the request whatever the library answers: it goes on without a mail that could not be written. */
  failure: Error | undefined
}

const current = new AsyncLocalStorage<AuthTransaction>()

/** An IPv6 client counts by its /64; Better Auth and the table of sessions want an address. */
export const clientAddress = () => currentRequest()?.clientAddress.replace(/\/64$/, '') ?? '127.0.0.1'

/** Runs `work` as part of a request: what Better Auth calls back finds the request here. */
export const withAuthTransaction = <T>(transaction: AuthTransaction, work: () => Promise<T>): Promise<T> =>
  current.run(transaction, work)

/** The request that Better Auth works for; undefined outside of one. */
export const currentAuthTransaction = (): AuthTransaction | undefined => current.getStore()

/** The same for what can't work without. Throws when Better Auth was called in another way. */
export function authTransaction(): AuthTransaction {
  const found = current.getStore()
  if (!found) throw new Error('Better Auth must be called through handleAuthRequest')
  return found
}

export type HookResult = {
  /** What Better Auth gets in place of what was sent. */
  body?: Body
  query?: Query
  /** The answer, where Better Auth need not be asked. */
  answer?: unknown
  /** Denied without asking Better Auth; what the hook wrote stands. */
  denial?: AppError
  /**
   * Runs in the same transaction when Better Auth has agreed; returns the answer, unless that is a redirect.
   */
  after?: (answer: unknown) => Promise<unknown>
  /** Every cookie of the answer ends with the browser. */
  endsWithBrowser?: boolean
  /** The answer sets no cookie. */
  withoutCookies?: boolean
}

/**
 * Runs in the transaction before Better Auth: locks, decides, and says what belongs to the act. Throws
 * AppError.
 */
export type BeforeHook = (request: AuthTransaction) => Promise<HookResult>

type Parsed<B, Q> = Omit<AuthTransaction, 'body' | 'query'> & { body: B; query: Q; secret: string }
type Shape<B extends z.ZodType<Body>, Q extends z.ZodType<Query>> = { body?: B; query?: Q }

/** The hook of an endpoint that also works without a session, with the shape of what it gets. */
export function openHook<B extends z.ZodType<Body>, Q extends z.ZodType<Query>>(
  shape: Shape<B, Q>,
  hook: (request: Parsed<z.output<B>, z.output<Q>>) => Promise<HookResult>,
): Shape<B, Q> & { before: BeforeHook } {
  const before: BeforeHook = (request) =>
    // The handler has parsed body and query with these very schemas.
    hook({ ...request, secret: request.key.secret } as Parsed<z.output<B>, z.output<Q>>)
  return { ...shape, before }
}

/** The hook of an endpoint for signed-in users, whom the rule of the endpoint lets pass. */
export function userHook<B extends z.ZodType<Body>, Q extends z.ZodType<Query>>(
  shape: Shape<B, Q>,
  hook: (request: Parsed<z.output<B>, z.output<Q>> & { actor: SignedInActor }) => Promise<HookResult>,
) {
  return openHook(shape, (request) => hook({ ...request, actor: authorize(request.actor, request.rule) }))
}

/** Goes on to the transaction, with what is given here in place of what came. */
export type Next = (
  changes?: Partial<Pick<AuthContext, 'body' | 'lockKey' | 'cookies' | 'profile'>>,
) => Promise<Response>

/**
 * What an endpoint does around its transaction, such as asking a provider over the network. Throws AppError.
 */
export type Middleware = (context: AuthContext, next: Next) => Promise<Response>
