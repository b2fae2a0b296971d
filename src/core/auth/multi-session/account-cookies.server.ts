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

// One signed cookie per account in this browser: `token:1` if the sign-in outlasts the browser, `token:0` if
// not. Browsers don't send a cookie's lifetime back, so the value contains it: a switch must give the session
// cookie the same lifetime.

/** An account of a browser, read from its cookie. Only the database knows whether its session is active. */
export type AccountCookie = { token: string; isKept: boolean; name: string }

const SESSION_COOKIE_SECONDS = 7 * 86_400
// Browsers never send this many; further cookies are not read.
const READ_MAX = 20

/** Returns the accounts from the correctly signed cookies of a request, in no order. */
export function readAccountCookies({ accounts }: AuthCookies, key: CookieKey): AccountCookie[] {
  return accounts.slice(0, READ_MAX).flatMap(([name, value]) => {
    const [token = '', kept] = value.split(':')
    return token !== '' && name === accountCookieName(token, key)
      ? [{ token, isKept: kept === '1', name }]
      : []
  })
}

/** Returns the active session of this browser, and whether it outlasts the browser. */
export function readActiveCookie(cookies: AuthCookies): Omit<AccountCookie, 'name'> | undefined {
  const token = cookies.get('session')
  return token === undefined ? undefined : { token, isKept: !endsWithBrowser(cookies) }
}

/** Whether Better Auth's mark is set for a sign-in that expires when the browser closes. */
export const endsWithBrowser = (cookies: AuthCookies) => cookies.get('endsWithBrowser') === 'true'

/** Returns the administrator's own session, which has its own cookie during an impersonation. */
export function readAdministratorCookie(cookies: AuthCookies): Omit<AccountCookie, 'name'> | undefined {
  const [token = '', mark = ''] = cookies.get('administrator')?.split(':') ?? []
  return token === '' ? undefined : { token, isKept: mark === '' }
}

/** Set-Cookie for the administrator's own session. */
export const administratorCookie = ({ token, isKept }: Omit<AccountCookie, 'name'>, key: CookieKey) =>
  setCookie(cookieName('administrator', key.appUrl), {
    value: `${token}:${isKept ? '' : 'true'}`,
    key,
    maxAgeSeconds: lifetimeOf(isKept),
  })

/** Set-Cookie that deletes the administrator's own session. */
export const noAdministratorCookie = ({ appUrl }: CookieKey) =>
  expiredCookie(cookieName('administrator', appUrl), appUrl)

/** Named after the session's handle, which is no secret. */
export const accountCookieName = (token: string, { secret, appUrl }: CookieKey) =>
  accountCookiePrefix(appUrl) + sessionHandle(secret, token)

/** Set-Cookie for an account. */
export function accountCookie({ token, isKept }: Omit<AccountCookie, 'name'>, key: CookieKey): string {
  return setCookie(accountCookieName(token, key), {
    value: `${token}:${isKept ? 1 : 0}`,
    key,
    maxAgeSeconds: lifetimeOf(isKept),
  })
}

/** Set-Cookie for the active session and its `endsWithBrowser` mark. */
export function activeCookies({ token, isKept }: Omit<AccountCookie, 'name'>, key: CookieKey): string[] {
  const { appUrl } = key
  const mark = cookieName('endsWithBrowser', appUrl)
  return [
    setCookie(cookieName('session', appUrl), { value: token, key, maxAgeSeconds: lifetimeOf(isKept) }),
    isKept ? expiredCookie(mark, appUrl) : setCookie(mark, { value: 'true', key }),
  ]
}

/** Set-Cookie that leaves no session active. */
export const noActiveCookies = ({ appUrl }: CookieKey) =>
  (['session', 'endsWithBrowser'] as const).map((cookie) => expiredCookie(cookieName(cookie, appUrl), appUrl))

const lifetimeOf = (isKept: boolean) => (isKept ? SESSION_COOKIE_SECONDS : undefined)

export type SessionSet = { kind: 'set'; token: string; isKept: boolean } | { kind: 'ended' } | undefined

/** Returns what a response does to the browser's active session; undefined when it leaves it unchanged. */
export function sessionSetBy(response: Response, key: CookieKey): SessionSet {
  const set = cookieSetBy(response, 'session', key)
  if (set === undefined) return undefined
  return set === 'expired' ? { kind: 'ended' } : { kind: 'set', token: set.value, isKept: set.lasts }
}
