import { inArray } from 'drizzle-orm'
import { anonymous } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { session } from '#/core/identity/identity.table.server.ts'
import { expiredCookie, type AuthCookies, type CookieKey } from '#/core/auth/cookies.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import {
  accountCookie,
  accountCookieName,
  endsWithBrowser,
  noActiveCookies,
  readAccountCookies,
  readActiveCookie,
  sessionSetBy,
  type AccountCookie,
} from './account-cookies.server.ts'
import { readStandingSessions, type StandingSession } from './standing-sessions.server.ts'

/** How many people may be signed in in one browser. */
export const ACCOUNTS_PER_BROWSER = 5

type Settled = { tx: Transaction; cookies: AuthCookies; key: CookieKey; path: string }
type Held = Omit<AccountCookie, 'name'>

/**
 * Keeps the accounts of a browser true to an answer that changes its active session, in that transaction: a
 * new sign-in joins them, an older one of the same person ends, and so does the oldest where there would be
 * more than five. Signing out ends all. Adds Set-Cookie to the answer.
 */
export async function settleBrowserAccounts(settled: Settled, response: Response): Promise<Response> {
  const { cookies, key, path } = settled
  const set = sessionSetBy(response, key)
  if (!set) return response
  const held = heldBy(cookies, key)
  if (set.kind === 'set') return withCookies(response, await join(settled, { held, joining: set }))
  if (path === '/sign-out') return withCookies(response, await endAll(settled, held))
  // The second factor is asked for, or the active session was ended: the others stay, and this one too if it
  // still stands.
  const standing = await readStandingSessions(
    settled.tx,
    held.map(({ token }) => token),
  )
  return withCookies(
    response,
    cookiesFor(
      settled,
      held.filter(({ token }) => standing.some((row) => row.session.token === token)),
    ),
  )
}

/**
 * All that this browser brings along, the active session included even if it came before there were others.
 */
function heldBy(cookies: AuthCookies, key: CookieKey): Held[] {
  const accounts: Held[] = readAccountCookies(cookies, key).map(({ token, isKept }) => ({ token, isKept }))
  const active = readActiveCookie(cookies)
  return active && !accounts.some(({ token }) => token === active.token) ? [...accounts, active] : accounts
}

async function join(settled: Settled, { held, joining }: { held: Held[]; joining: Held }): Promise<string[]> {
  const { tx, cookies, key } = settled
  const others = held.filter(({ token }) => token !== joining.token)
  const standing = await readStandingSessions(
    tx,
    [joining, ...others].map(({ token }) => token),
  )
  const own = standing.find((row) => row.session.token === joining.token)
  // Somebody acts as another person: that is no account of this browser.
  if (!own) return []
  const strangers = standing.filter((row) => row.user.id !== own.user.id)
  const staying = strangers.slice(0, ACCOUNTS_PER_BROWSER - 1)
  await endSessions(tx, [
    ...standing.filter((row) => row !== own && row.user.id === own.user.id),
    ...strangers.slice(ACCOUNTS_PER_BROWSER - 1),
  ])
  const kept = [
    { token: joining.token, isKept: joining.isKept },
    ...others.filter(({ token }) => staying.some((row) => row.session.token === token)),
  ]
  // Left by another account: Better Auth would take this one for one that ends with the browser too.
  const stale = joining.isKept && endsWithBrowser(cookies) ? noActiveCookies(key).slice(1) : []
  return [...cookiesFor(settled, kept), ...stale]
}

async function endAll({ tx, cookies, key }: Settled, held: Held[]): Promise<string[]> {
  await endSessions(
    tx,
    await readStandingSessions(
      tx,
      held.map(({ token }) => token),
    ),
  )
  return cookies.accountNames.map((name) => expiredCookie(name, key.appUrl))
}

async function endSessions(tx: Transaction, rows: readonly StandingSession[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.session.id)
  const ended = await tx
    .delete(session)
    .where(inArray(session.id, ids))
    .returning({ id: session.id, userId: session.userId })
  for (const { id, userId } of ended)
    await writeAudit(tx, anonymous, {
      action: 'session.end',
      actorId: userId,
      target: { type: 'session', id },
    })
}

/** One cookie for each that stays, and an end to all others that were sent. */
function cookiesFor({ cookies, key }: Settled, staying: readonly Held[]): string[] {
  const names = new Set(staying.map(({ token }) => accountCookieName(token, key)))
  const gone = cookies.accountNames.filter((name) => !names.has(name))
  return [
    ...staying.map((account) => accountCookie(account, key)),
    ...gone.map((name) => expiredCookie(name, key.appUrl)),
  ]
}

function withCookies(response: Response, cookies: readonly string[]): Response {
  const headers = new Headers(response.headers)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}
