import {
  type AuthCookies,
  type CookieKey,
  type HeldSession,
  type HeldSessions,
  cookieName,
  expiredCookie,
  lifetimeOf,
  setCookie,
} from '@plinth/core/auth/server'

// The administrator's own session has its own cookie during an impersonation.

export function readAdministratorCookie(cookies: AuthCookies): HeldSession | undefined {
  const [token = '', mark = ''] = cookies.get('administrator')?.split(':') ?? []
  return token === '' ? undefined : { token, isKept: mark === '' }
}

export const administratorCookie = ({ token, isKept }: HeldSession, key: CookieKey) =>
  setCookie(cookieName('administrator', key.appUrl), {
    value: `${token}:${isKept ? '' : 'true'}`,
    key,
    maxAgeSeconds: lifetimeOf(isKept),
  })

/** Set-Cookie that deletes the administrator's own session. */
export const noAdministratorCookie = ({ appUrl }: CookieKey) =>
  expiredCookie(cookieName('administrator', appUrl), appUrl)

/** Signing out ends the administrator's own session too; so does its cookie with the impersonation. */
export const administratorSession: HeldSessions = {
  tokensOf(cookies) {
    const own = readAdministratorCookie(cookies)
    return own ? [own.token] : []
  },
  onChange: async ({ key }, { isSignOut, endsImpersonation }) =>
    isSignOut || endsImpersonation ? [noAdministratorCookie(key)] : [],
}
