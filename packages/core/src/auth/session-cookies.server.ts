import {
  cookieName,
  cookieSetBy,
  expiredCookie,
  setCookie,
  withCookies,
  withoutSessionCookies,
  type AuthCookies,
  type CookieKey,
} from './cookies.server.ts'

/** A session that a browser holds. Browsers don't send a cookie's lifetime back, so it is stored with it. */
export type HeldSession = { token: string; isKept: boolean }

/** The longest that browsers keep a cookie. The session ends by its row, which a refresh extends. */
const SESSION_COOKIE_SECONDS = 400 * 86_400

/** The lifetime of a session's cookie: until the browser closes unless it is kept. */
export const lifetimeOf = (isKept: boolean) => (isKept ? SESSION_COOKIE_SECONDS : undefined)

/** Returns the active session of this browser, and whether it outlasts the browser. */
export function readActiveCookie(cookies: AuthCookies): HeldSession | undefined {
  const token = cookies.get('session')
  return token === undefined ? undefined : { token, isKept: !endsWithBrowser(cookies) }
}

/** Whether Better Auth's mark is set for a sign-in that expires when the browser closes. */
export const endsWithBrowser = (cookies: AuthCookies) => cookies.get('endsWithBrowser') === 'true'

/** Set-Cookie for the active session and its `endsWithBrowser` mark. */
export function activeCookies({ token, isKept }: HeldSession, key: CookieKey): string[] {
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

/**
 * Returns the response with the session's cookie as we set it. Never sets it to the session that the request
 * came with: the browser has that one, or by now that of a later sign-in in another tab.
 */
export function withOwnSessionCookie(
  response: Response,
  { cookies, key }: { cookies: AuthCookies; key: CookieKey },
): Response {
  const set = sessionSetBy(response, key)
  if (set?.kind !== 'set') return response
  const isOther = set.token !== cookies.get('session')
  return withCookies(withoutSessionCookies(response, key.appUrl), isOther ? activeCookies(set, key) : [])
}

export type SessionSet = ({ kind: 'set' } & HeldSession) | { kind: 'ended' } | undefined

/** Returns what a response does to the browser's active session; undefined when it leaves it unchanged. */
export function sessionSetBy(response: Response, key: CookieKey): SessionSet {
  const set = cookieSetBy(response, 'session', key)
  if (set === undefined) return undefined
  return set === 'expired' ? { kind: 'ended' } : { kind: 'set', token: set.value, isKept: set.lasts }
}
