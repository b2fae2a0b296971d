import { eq, inArray } from 'drizzle-orm'
import { anonymous } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { deleteSessions } from '#/core/auth/administration/delete-sessions.server.ts'
import { openHook, type AuthTransaction } from '#/core/auth/auth-context.server.ts'
import { noInput } from '#/core/auth/auth.schema.ts'
import { session } from '#/core/identity/identity.table.server.ts'
import { expiredCookie, withCookies } from '#/core/auth/cookies.server.ts'
import { readSession } from '#/core/auth/session.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import {
  accountCookie,
  accountCookieName,
  endsWithBrowser,
  noActiveCookies,
  noAdministratorCookie,
  readAccountCookies,
  readActiveCookie,
  readAdministratorCookie,
  sessionSetBy,
  type AccountCookie,
} from './account-cookies.server.ts'
import { readActiveSessions, type ActiveSession } from './active-sessions.server.ts'

export const ACCOUNTS_PER_BROWSER = 5

type Held = Omit<AccountCookie, 'name'>
type BrowserRequest = Pick<AuthTransaction, 'tx' | 'cookies' | 'key'>

/**
 * Updates the accounts of a browser when a response changes its active session, in the same transaction: adds
 * a new sign-in, ends an older session of the same user and the oldest beyond five, and ends a replaced
 * impersonation session. Returns the response with the account cookies set.
 */
export async function reconcileAccounts(request: AuthTransaction, response: Response): Promise<Response> {
  const { path, cookies, key } = request
  const set = sessionSetBy(response, key)
  if (!set) return response
  // `onSignOut` has ended all sessions.
  if (path === '/sign-out')
    return withCookies(response, [
      ...cookies.accountNames.map((name) => expiredCookie(name, key.appUrl)),
      noAdministratorCookie(key),
    ])
  const held = heldBy(request)
  const isReplaced = set.kind === 'ended' || set.token !== cookies.get('session')
  const noAdministrator =
    isReplaced && (await endActiveImpersonation(request)) ? [noAdministratorCookie(key)] : []
  return withCookies(response, [
    ...(set.kind === 'set' ? await join(request, { held, joining: set }) : await stay(request, held)),
    ...noAdministrator,
  ])
}

/**
 * Ends every session of the browser at sign-out: its accounts, an impersonation and the administrator's own
 * session.
 */
export const onSignOut = openHook({ body: noInput }, async (request) => {
  const { tx, cookies } = request
  await endActiveImpersonation(request)
  const waiting = readAdministratorCookie(cookies)
  const tokens = [...heldBy(request), ...(waiting ? [waiting] : [])].map(({ token }) => token)
  await endSessions(tx, await readActiveSessions(tx, tokens))
  return {}
})

/**
 * For a response that asks for the second factor or ends the active session: keeps all accounts whose
 * sessions are still active.
 */
async function stay(request: AuthTransaction, held: Held[]): Promise<string[]> {
  const active = await readActiveSessions(
    request.tx,
    held.map(({ token }) => token),
  )
  const staying = held.filter(({ token }) => active.some((row) => row.session.token === token))
  return cookiesFor(request, staying)
}

/** Ends the active session if it is an impersonation. Returns whether it was one. */
async function endActiveImpersonation({ tx, cookies }: BrowserRequest): Promise<boolean> {
  const token = cookies.get('session')
  if (token === undefined) return false
  const { actor } = await readSession(tx, token)
  if (actor.kind !== 'user' || actor.impersonatedBy === null) return false
  await deleteSessions(tx, eq(session.id, actor.sessionId))
  return true
}

/** Returns all accounts of this browser, including an active session without an account cookie. */
function heldBy({ cookies, key }: BrowserRequest): Held[] {
  const accounts: Held[] = readAccountCookies(cookies, key).map(({ token, isKept }) => ({ token, isKept }))
  const active = readActiveCookie(cookies)
  return active && !accounts.some(({ token }) => token === active.token) ? [...accounts, active] : accounts
}

async function join(
  request: AuthTransaction,
  { held, joining }: { held: Held[]; joining: Held },
): Promise<string[]> {
  const { tx, cookies, key } = request
  const others = held.filter(({ token }) => token !== joining.token)
  const active = await readActiveSessions(
    tx,
    [joining, ...others].map(({ token }) => token),
  )
  const own = active.find((row) => row.session.token === joining.token)
  // An impersonation session is no account of this browser.
  if (!own) return []
  const ofOthers = active.filter((row) => row.user.id !== own.user.id)
  const staying = ofOthers.slice(0, ACCOUNTS_PER_BROWSER - 1)
  await endSessions(tx, [
    ...active.filter((row) => row !== own && row.user.id === own.user.id),
    ...ofOthers.slice(ACCOUNTS_PER_BROWSER - 1),
  ])
  const kept = [
    { token: joining.token, isKept: joining.isKept },
    ...others.filter(({ token }) => staying.some((row) => row.session.token === token)),
  ]
  // A mark left by another account: with it, Better Auth would end this session with the browser too.
  const stale = joining.isKept && endsWithBrowser(cookies) ? noActiveCookies(key).slice(1) : []
  return [...cookiesFor(request, kept), ...stale]
}

async function endSessions(tx: Transaction, rows: readonly ActiveSession[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.session.id)
  const ended = await deleteSessions(tx, inArray(session.id, ids))
  for (const { id, userId } of ended)
    await writeAudit(tx, anonymous, {
      action: 'session.end',
      actorId: userId,
      target: { type: 'session', id },
    })
}

/** Sets a cookie for each account that stays and deletes all other account cookies that were sent. */
function cookiesFor({ cookies, key }: AuthTransaction, staying: readonly Held[]): string[] {
  const names = new Set(staying.map(({ token }) => accountCookieName(token, key)))
  const gone = cookies.accountNames.filter((name) => !names.has(name))
  return [
    ...staying.map((account) => accountCookie(account, key)),
    ...gone.map((name) => expiredCookie(name, key.appUrl)),
  ]
}
