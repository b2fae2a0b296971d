import {
  type AuthCookies,
  type CookieKey,
  type HeldSession,
  accountCookiePrefix,
  lifetimeOf,
  sessionHandle,
  setCookie,
} from '@plinth/core/auth/server'

// One signed cookie per account in this browser: `token:1` if the sign-in outlasts the browser, `token:0` if
// not. Browsers don't send a cookie's lifetime back, so the value contains it: a switch must give the session
// cookie the same lifetime.

/** An account of a browser, read from its cookie. Only the database knows whether its session is active. */
export type AccountCookie = HeldSession & { name: string }

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

/** Named after the session's handle, which is no secret. */
export const accountCookieName = (token: string, { secret, appUrl }: CookieKey) =>
  accountCookiePrefix(appUrl) + sessionHandle(secret, token)

/** Set-Cookie for an account. */
export function accountCookie({ token, isKept }: HeldSession, key: CookieKey): string {
  return setCookie(accountCookieName(token, key), {
    value: `${token}:${isKept ? 1 : 0}`,
    key,
    maxAgeSeconds: lifetimeOf(isKept),
  })
}
