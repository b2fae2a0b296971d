import { and, eq } from 'drizzle-orm'
import {
  type AuthContext,
  type Middleware,
  clientAddress,
  cookieName,
  expiredCookie,
} from '@plinth/core/auth/server'
import { type Db, account, storedIdentifier } from '@plinth/core/database/server'
import { AppError, consumeLimit, expectedError } from '@plinth/core/verb/server'
import { redirectTo } from '@plinth/core/server'
import { resolveRedirect } from '@plinth/core/page'
import { BAN_NOTICE, BAN_NOTICE_SECONDS, banNoticeValue } from '../ban-notice.ts'
import { deleteState, findState, type OAuthState } from './oauth-state.server.ts'
import { ProviderFailure, type ProviderProfile } from './provider-client.server.ts'
import { providerClients } from './provider-clients.server.ts'
import { providersSettings } from './providers-settings.server.ts'
import { type ProviderFailureCode, failureText } from '../providers.ts'

// The response must come within 5 seconds, whatever the provider does.
const EXCHANGE_MAX_MS = 4_000
const PER_ADDRESS = { max: 200, windowSeconds: 900 }

/** Library error codes in the query of a redirect URL. */
const callbackErrors: Readonly<Record<string, ProviderFailureCode>> = {
  state_mismatch: 'expired',
  state_not_found: 'expired',
  account_not_linked: 'notLinked',
  account_already_linked_to_different_user: 'linkedElsewhere',
  unable_to_link_account: 'emailUnverified',
}

/**
 * Handles the OAuth callback. Exchanges the code and checks the profile before the transaction begins; in it,
 * Better Auth consumes the state, decides about accounts and creates the session. Failures redirect to a page
 * that explains them; throws only unavailable, which the browser may retry.
 */
export const onCallback: Middleware = async (context, next) => {
  const { services, cookies, key } = context
  const { state } = context.query
  let started: OAuthState | undefined
  let isClaimed = false
  try {
    await consumeLimit(services.db, `auth/callback:address:${clientAddress()}`, PER_ADDRESS)
    started = await findState(services.db, cookies, state)
    if (!started || !state) throw new ProviderFailure('expired', 'no such state for this browser')
    isClaimed = await claim(services.db, state)
    if (!isClaimed) throw new ProviderFailure('expired', 'the same callback is being served already')
    const profile = await fetchProfile(context, started)
    const response = await next({
      // Serialized with sign-ups of the same address.
      lockKey: `auth/sign-up/email:account:${profile.email}`,
      // Makes Better Auth's session expire when the browser closes, if chosen at the start.
      cookies: cookies.with('endsWithBrowser', started.rememberMe ? undefined : 'true'),
      carried: { provider: { profile, linksTo: started.link?.userId, isNewUser: false } },
    })
    const error = errorOf(response)
    if (error === null && response.status === 302) return response
    return errorRedirect(key.appUrl, started, { code: callbackErrors[error ?? ''] ?? 'failed' })
  } catch (error) {
    // The browser may retry, and keeps its cookies.
    if (isUnavailable(error)) throw error
    const code = failureCode(error)
    services.log[code === 'failed' ? 'error' : 'info'](
      { err: error, code },
      'a sign-in with a provider failed',
    )
    return errorRedirect(key.appUrl, started, { code, error })
  } finally {
    if (isClaimed && state) await deleteState(services.db, state).catch(() => {})
  }
}

/** True for the response to a failed callback: all its writes are rolled back. */
export const isFailedCallback = (response: Response) => errorOf(response) !== null

/** True for one of several requests with the same state: a provider exchanges a code once. */
async function claim(db: Db, state: string): Promise<boolean> {
  try {
    await consumeLimit(db, `auth/callback:state:${storedIdentifier(state)}`, { max: 1, windowSeconds: 900 })
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'limit') return false
    throw error
  }
}

async function fetchProfile(context: AuthContext, started: OAuthState): Promise<ProviderProfile> {
  const { query, path, key, services } = context
  const client = providerClients(providersSettings.read()).find(({ name }) => path === `/callback/${name}`)
  if (!client || started.provider !== client.name)
    throw new ProviderFailure('expired', 'the state was made for another provider')
  if (query.iss !== undefined && client.issuer !== undefined && query.iss !== client.issuer)
    throw new ProviderFailure('rejected', 'another issuer answered')
  if (query.error !== undefined)
    throw new ProviderFailure(
      query.error === 'access_denied' ? 'cancelled' : 'rejected',
      'the provider sent an error',
    )
  if (!query.code) throw new ProviderFailure('rejected', 'no code came')
  if (started.link) await requireSameUser(context, started.link.userId)
  const { codeVerifier, idTokenNonce: nonce } = started
  const redirectUri = `${key.appUrl}/api/auth${path}`
  const signal = AbortSignal.timeout(EXCHANGE_MAX_MS)
  const profile = await client.readProfile({
    code: query.code,
    codeVerifier,
    nonce,
    redirectUri,
    wantedEmail: started.link?.email,
    signal,
  })
  if (
    !profile.emailVerified &&
    !(await isKnown(services.db, { provider: client.name, subject: profile.subject }))
  ) {
    throw new ProviderFailure('emailUnverified', 'the provider has no proof of the address')
  }
  return profile
}

/** Throws ProviderFailure expired unless the user who started the link is still signed in here. */
async function requireSameUser({ services, cookies }: AuthContext, userId: string): Promise<void> {
  const { actor } = await services.identify(cookies)
  const isSame =
    actor.kind === 'user' && actor.userId === userId && actor.impersonatedBy === null && actor.emailVerified
  if (!isSame) throw new ProviderFailure('expired', 'another user is signed in by now')
}

async function isKnown(
  db: Db,
  { provider, subject }: { provider: string; subject: string },
): Promise<boolean> {
  const [row] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.providerId, provider), eq(account.accountId, subject)))
  return row !== undefined
}

const errorOf = (response: Response): string | null => {
  const location = response.headers.get('location')
  return location === null ? null : new URL(location, 'http://base.invalid').searchParams.get('error')
}

function isUnavailable(error: unknown): boolean {
  return expectedError(error)?.kind === 'unavailable'
}

function failureCode(error: unknown): ProviderFailureCode {
  if (error instanceof ProviderFailure) return error.code
  if (error instanceof AppError && error.kind === 'limit') return 'tooMany'
  return isBan(error) ? 'banned' : 'failed'
}

type Failed = { code: ProviderFailureCode; error?: unknown }

const isBan = (error: unknown): error is AppError =>
  error instanceof AppError && error.code.startsWith('errors:banned')

/**
 * Redirects to the page the authorization was started from, or to the sign-in page, with the error code. A
 * banned user also gets the reason and the end of the ban.
 */
function errorRedirect(origin: string, state: OAuthState | undefined, { code, error }: Failed): Response {
  const page = new URL(resolveRedirect(state?.errorURL, origin) ?? '/login', origin)
  if (failureText(code)) page.searchParams.set('error', code)
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  const headers = new Headers({ 'cache-control': 'no-store' })
  headers.append('set-cookie', expiredCookie(cookieName('oauthState', origin), origin))
  if (isBan(error)) {
    // Not in the URL, where anyone could put text for our page to show.
    const notice = banNoticeValue(error.params)
    headers.append(
      'set-cookie',
      `${BAN_NOTICE}=${notice}; Path=/; Max-Age=${BAN_NOTICE_SECONDS}; SameSite=Lax${secure}`,
    )
  }
  return redirectTo(page.href, { origin, headers, otherwise: '/login' })
}
