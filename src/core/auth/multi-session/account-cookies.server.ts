import {
  accountCookiePrefix,
  cookieName,
  cookieSetBy,
  expiredCookie,
  setCookie,
  type AuthCookies,
  type CookieKey,
} from '#/core/auth/cookies.server.ts'
import { sessionHandle } from '#/core/auth/session-handle.server.ts'

// One cookie for each account that is signed in here: `token:1`, signed, where the sign-in is to outlast the
// browser, `token:0` where it is not. A browser sends back no lifetime, so the value says it: a switch must
// give the session's own cookie the same one.

/** One account of a browser by its cookie; whether its session still stands is the database's to say. */
export type AccountCookie = { token: string; isKept: boolean; name: string }

const SESSION_COOKIE_SECONDS = 7 * 86_400
// What a browser of ours never sends is not read at all.
const READ_MAX = 20

/** The accounts that a request carries with our signature, in no order. */
export function readAccountCookies({ accounts }: AuthCookies, key: CookieKey): AccountCookie[] {
  return accounts.slice(0, READ_MAX).flatMap(([name, value]) => {
    const [token = '', kept] = value.split(':')
    return token !== '' && name === accountCookieName(token, key)
      ? [{ token, isKept: kept === '1', name }]
      : []
  })
}

/** The session that is active in this browser, and whether it was to outlast it. */
export function readActiveCookie(cookies: AuthCookies): Omit<AccountCookie, 'name'> | undefined {
  const token = cookies.get('session')
  return token === undefined ? undefined : { token, isKept: !endsWithBrowser(cookies) }
}

/** The mark by which Better Auth knows a sign-in that ends with the browser. */
export const endsWithBrowser = (cookies: AuthCookies) => cookies.get('endsWithBrowser') === 'true'

/** The administrator's own session while it impersonates somebody, by the cookie it waits in. */
export function readAdministratorCookie(cookies: AuthCookies): Omit<AccountCookie, 'name'> | undefined {
  const [token = '', mark = ''] = cookies.get('administrator')?.split(':') ?? []
  return token === '' ? undefined : { token, isKept: mark === '' }
}

/** Set-Cookie of it. */
export const administratorCookie = ({ token, isKept }: Omit<AccountCookie, 'name'>, key: CookieKey) =>
  setCookie(cookieName('administrator', key.appUrl), {
    value: `${token}:${isKept ? '' : 'true'}`,
    key,
    maxAgeSeconds: lifetimeOf(isKept),
  })

/** Set-Cookie by which no administrator's session waits any more. */
export const noAdministratorCookie = ({ appUrl }: CookieKey) =>
  expiredCookie(cookieName('administrator', appUrl), appUrl)

/** Named after the session's handle, which is no secret. */
export const accountCookieName = (token: string, { secret, appUrl }: CookieKey) =>
  accountCookiePrefix(appUrl) + sessionHandle(secret, token)

/** Set-Cookie of an account. */
export function accountCookie({ token, isKept }: Omit<AccountCookie, 'name'>, key: CookieKey): string {
  return setCookie(accountCookieName(token, key), {
    value: `${token}:${isKept ? 1 : 0}`,
    key,
    maxAgeSeconds: lifetimeOf(isKept),
  })
}

/** Set-Cookie of the active session and of the mark that goes with it. */
export function activeCookies({ token, isKept }: Omit<AccountCookie, 'name'>, key: CookieKey): string[] {
  const { appUrl } = key
  const mark = cookieName('endsWithBrowser', appUrl)
  return [
    setCookie(cookieName('session', appUrl), { value: token, key, maxAgeSeconds: lifetimeOf(isKept) }),
    isKept ? expiredCookie(mark, appUrl) : setCookie(mark, { value: 'true', key }),
  ]
}

/** Set-Cookie by which nobody is active any more. */
export const noActiveCookies = ({ appUrl }: CookieKey) =>
  (['session', 'endsWithBrowser'] as const).map((cookie) => expiredCookie(cookieName(cookie, appUrl), appUrl))

const lifetimeOf = (isKept: boolean) => (isKept ? SESSION_COOKIE_SECONDS : undefined)

export type SessionSet = { kind: 'set'; token: string; isKept: boolean } | { kind: 'ended' } | undefined

/** What an answer does to the active session of the browser it goes to. */
export function sessionSetBy(response: Response, key: CookieKey): SessionSet {
  const set = cookieSetBy(response, 'session', key)
  if (set === undefined) return undefined
  return set === 'expired' ? { kind: 'ended' } : { kind: 'set', token: set.value, isKept: set.lasts }
}
