import {
  type AuthTransaction,
  type HeldSession,
  type HeldSessions,
  endSessions,
  expiredCookie,
  readActiveCookie,
  readActiveSessions,
} from '@plinth/core/auth/server'
import { accountCookie, accountCookieName, readAccountCookies } from './account-cookies.server.ts'

export const ACCOUNTS_PER_BROWSER = 5

/**
 * The accounts of a browser. A new sign-in becomes one of them and ends an older session of the same user and
 * the oldest beyond five.
 */
export const heldAccounts: HeldSessions = {
  holdsReplaced: true,
  tokensOf: (cookies, key) => readAccountCookies(cookies, key).map(({ token }) => token),
  async onChange(request, { active, isSignOut }) {
    const { cookies, key } = request
    if (isSignOut) return cookies.accountNames.map((name) => expiredCookie(name, key.appUrl))
    const held = heldBy(request)
    return active ? join(request, { held, joining: active }) : stay(request, held)
  },
}

/**
 * For a response that asks for the second factor or ends the active session: keeps all accounts whose
 * sessions are still active.
 */
async function stay(request: AuthTransaction, held: HeldSession[]): Promise<string[]> {
  const active = await readActiveSessions(
    request.tx,
    held.map(({ token }) => token),
  )
  const staying = held.filter(({ token }) => active.some((row) => row.session.token === token))
  return cookiesFor(request, staying)
}

/** Returns all accounts of this browser, including an active session without an account cookie. */
function heldBy({ cookies, key }: AuthTransaction): HeldSession[] {
  const accounts: HeldSession[] = readAccountCookies(cookies, key).map(({ token, isKept }) => ({
    token,
    isKept,
  }))
  const active = readActiveCookie(cookies)
  return active && !accounts.some(({ token }) => token === active.token) ? [...accounts, active] : accounts
}

async function join(
  request: AuthTransaction,
  { held, joining }: { held: HeldSession[]; joining: HeldSession },
): Promise<string[]> {
  const { tx } = request
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
  return cookiesFor(request, [
    { token: joining.token, isKept: joining.isKept },
    ...others.filter(({ token }) => staying.some((row) => row.session.token === token)),
  ])
}

/** Sets a cookie for each account that stays and deletes all other account cookies that were sent. */
function cookiesFor({ cookies, key }: AuthTransaction, staying: readonly HeldSession[]): string[] {
  const names = new Set(staying.map(({ token }) => accountCookieName(token, key)))
  const gone = cookies.accountNames.filter((name) => !names.has(name))
  return [
    ...staying.map((account) => accountCookie(account, key)),
    ...gone.map((name) => expiredCookie(name, key.appUrl)),
  ]
}
