import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Around, Arriving, Pass } from '#/core/auth/auth-endpoint.server.ts'
import { account } from '#/core/identity/identity.table.server.ts'
import type { AuthCookies } from '#/core/auth/cookies.server.ts'
import { databaseFailure } from '#/core/db/database-error.server.ts'
import { getEnv } from '#/core/env/env.server.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import { currentRequest } from '#/core/log/request-scope.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { withArrival } from './arrival.server.ts'
import { isBan, leadBack } from './lead-back.server.ts'
import { dropPending, findPending, type Pending } from './pending-state.server.ts'
import { providerClients } from './provider-clients.server.ts'
import { ProviderFailure } from './provider-failure.server.ts'
import type { ProviderProfile } from './provider-client.server.ts'
import type { ProviderFailureCode } from './providers.ts'

// A page within 5 seconds, whatever the provider does.
const EXCHANGE_MAX_MS = 4_000
const PER_ADDRESS = { max: 200, windowSeconds: 900 }

/** What Better Auth says at the end of an address, in our words. */
const libraryFailures: Record<string, ProviderFailureCode> = {
  state_mismatch: 'expired',
  state_not_found: 'expired',
  account_not_linked: 'notLinked',
  email_does_not_match: 'otherAddress',
  account_already_linked_to_different_user: 'linkedElsewhere',
  unable_to_link_account: 'emailUnverified',
  BANNED_USER: 'banned',
}

/**
 * Somebody comes back from a provider. The code is exchanged and the profile checked before the transaction
 * begins; in it, Better Auth uses up the state, decides about accounts and makes the session. Whatever goes
 * wrong is a redirect to a page of ours with one of our codes, and nothing is left.
 */
export const onCallback: Around = async (arriving, pass) => {
  const { state } = arriving.admitted.query
  let pending: Pending | undefined
  let isClaimed = false
  try {
    await consumeLimit(
      arriving.door.db,
      `auth/callback:address:${currentRequest()?.clientAddress ?? 'unknown'}`,
      PER_ADDRESS,
    )
    pending = await findPending(arriving.door, arriving.admitted.cookies, state)
    if (!pending || !state) throw new ProviderFailure('expired', 'no such state for this browser')
    isClaimed = await claim(arriving, state)
    if (!isClaimed) throw new ProviderFailure('expired', 'the same return is on its way already')
    const profile = await fetchProfile(arriving, pending)
    return inOurWords(arriving, pending, await letIn(arriving, { pending, profile }, pass))
  } catch (error) {
    if (isUnavailable(error)) throw error
    const failure = failureOf(error)
    arriving.door.log[failure.code === 'failed' ? 'error' : 'info'](
      { err: error, code: failure.code },
      'a sign-in with a provider failed',
    )
    return leadBack(arriving, pending, { code: failure.code, error })
  } finally {
    if (isClaimed && state) await dropPending(arriving.door, state).catch(() => {})
  }
}

/** True for the answer to a return that failed: nothing it wrote may stay. */
export function isFailedReturn(response: Response): boolean {
  return errorOf(response) !== null
}

/**
 * One of several requests with the same return goes on; whichever asks the provider, the others would only
 * spoil its code.
 */
async function claim({ door }: Arriving, state: string): Promise<boolean> {
  const key = `auth/callback:state:${createHash('sha256').update(state).digest('base64url')}`
  try {
    await consumeLimit(door.db, key, { max: 1, windowSeconds: 900 })
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'limit') return false
    throw error
  }
}

async function fetchProfile(
  { door, request, admitted }: Arriving,
  pending: Pending,
): Promise<ProviderProfile> {
  const { query, path, cookies } = admitted
  const client = providerClients(getEnv()).find(({ name }) => path === `/callback/${name}`)
  if (!client || pending.provider !== client.name)
    throw new ProviderFailure('expired', 'the state was made for another provider')
  if (query.iss !== undefined && client.issuer !== undefined && query.iss !== client.issuer)
    throw new ProviderFailure('rejected', 'another issuer answered')
  if (query.error !== undefined)
    throw new ProviderFailure(
      query.error === 'access_denied' ? 'cancelled' : 'rejected',
      'the provider sent an error',
    )
  if (!query.code) throw new ProviderFailure('rejected', 'no code came')
  if (pending.link) await requireSamePerson(door, cookies, pending.link.userId)
  const { codeVerifier, idTokenNonce: nonce } = pending
  const redirectUri = `${new URL(request.url).origin}/api/auth${path}`
  const signal = AbortSignal.timeout(EXCHANGE_MAX_MS)
  const profile = await client.readProfile({
    code: query.code,
    codeVerifier,
    nonce,
    redirectUri,
    wantedEmail: pending.link?.email,
    signal,
  })
  if (
    !profile.emailVerified &&
    !(await isKnown({ door }, { provider: client.name, subject: profile.subject }))
  ) {
    throw new ProviderFailure('emailUnverified', 'the provider has no proof of the address')
  }
  return profile
}

/** A link is made for whoever asked for it, while they are still signed in here. */
async function requireSamePerson(
  door: Arriving['door'],
  cookies: AuthCookies,
  userId: string,
): Promise<void> {
  const { actor } = await door.identify(cookies)
  const isSame =
    actor.kind === 'user' && actor.userId === userId && actor.impersonatedBy === null && actor.emailVerified
  if (!isSame) throw new ProviderFailure('expired', 'another person is signed in by now')
}

async function isKnown(
  { door }: Pick<Arriving, 'door'>,
  { provider, subject }: { provider: string; subject: string },
): Promise<boolean> {
  const [row] = await door.db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.providerId, provider), eq(account.accountId, subject)))
  return row !== undefined
}

function letIn(
  { admitted: { cookies } }: Arriving,
  { pending, profile }: { pending: Pending; profile: ProviderProfile },
  pass: Pass,
): Promise<Response> {
  // With a sign-up of the same address, by whatever way, one waits for the other.
  const turn = `auth/sign-up/email:account:${profile.email}`
  // The mark by which Better Auth makes a session end with the browser, as was chosen when the person set
  // out.
  const marked = cookies.with('endsWithBrowser', pending.rememberMe ? undefined : 'true')
  return withArrival({ profile, isLink: pending.link !== undefined }, () => pass({ turn, cookies: marked }))
}

const errorOf = (response: Response): string | null => {
  const location = response.headers.get('location')
  return location === null ? null : new URL(location, 'http://base.invalid').searchParams.get('error')
}

function inOurWords(arriving: Arriving, pending: Pending, response: Response): Response {
  const error = errorOf(response)
  if (error !== null) return leadBack(arriving, pending, { code: libraryFailures[error] ?? 'failed' })
  return response.status === 302 ? response : leadBack(arriving, pending, { code: 'failed' })
}

/** The database is away: the browser may come again, and keeps its cookies. */
function isUnavailable(error: unknown): boolean {
  return (error instanceof AppError ? error : databaseFailure(error))?.kind === 'unavailable'
}

function failureOf(error: unknown): { code: ProviderFailureCode } {
  if (error instanceof ProviderFailure) return error
  if (error instanceof AppError && error.kind === 'limit') return { code: 'tooMany' }
  if (isBan(error)) return { code: 'banned' }
  return { code: 'failed' }
}
