import { sessionHandle } from '#/core/auth/session-handle.server.ts'
import { sessionCookieName, sessionToken } from '#/core/auth/session.server.ts'
import { signedValue } from '#/core/auth/signed-value.server.ts'

// One cookie for each account that is signed in here: `token:1`, signed, where the sign-in is to outlast the browser, `token:0` where it is not. A
// browser sends back no lifetime, so the value says it: a switch must give the session's own cookie the same one.

export type CookieKey = { secret: string; appUrl: string }
/** One account of a browser by its cookie; whether its session still stands is the database's to say. */
export type AccountCookie = { token: string; isKept: boolean; name: string }

export const SESSION_COOKIE_SECONDS = 7 * 86_400
// What a browser of ours never sends is not read at all.
const READ_MAX = 20

const prefixOf = ({ appUrl }: CookieKey) => `${sessionCookieName(appUrl)}_multi-`
const endingNameOf = ({ appUrl }: CookieKey) => sessionCookieName(appUrl).replace('session_token', 'dont_remember')

/** The accounts that a Cookie header carries with our signature, in no order. */
export function readAccountCookies(header: string | null, key: CookieKey): AccountCookie[] {
  const names = namesIn(header).filter((name) => name.startsWith(prefixOf(key)))
  return [...new Set(names)].slice(0, READ_MAX).flatMap((name) => {
    const [token = '', kept] = sessionToken(header, { secret: key.secret, cookieName: name })?.split(':') ?? []
    return token !== '' && name === accountCookieName(token, key) ? [{ token, isKept: kept === '1', name }] : []
  })
}

/** The session that is active in this browser, and whether it was to outlast it. */
export function readActiveCookie(header: string | null, key: CookieKey): Omit<AccountCookie, 'name'> | undefined {
  const token = sessionToken(header, { secret: key.secret, cookieName: sessionCookieName(key.appUrl) })
  return token === undefined ? undefined : { token, isKept: !endsWithBrowser(header, key) }
}

/** The mark by which Better Auth knows a sign-in that ends with the browser. */
export const endsWithBrowser = (header: string | null, key: CookieKey) =>
  sessionToken(header, { secret: key.secret, cookieName: endingNameOf(key) }) === 'true'

/** Named after the session's handle, which is no secret. */
export const accountCookieName = (token: string, key: CookieKey) => prefixOf(key) + sessionHandle(key.secret, token)

/** Every cookie of this kind that was sent, forged ones too. */
export const accountCookieNames = (header: string | null, key: CookieKey) => namesIn(header).filter((name) => name.startsWith(prefixOf(key)))

/** Set-Cookie of an account. */
export function accountCookie({ token, isKept }: Omit<AccountCookie, 'name'>, key: CookieKey): string {
  return setCookie(accountCookieName(token, key), signedValue(`${token}:${isKept ? 1 : 0}`, key.secret), { key, isKept })
}

/** Set-Cookie of the active session and of the mark that goes with it. */
export function activeCookies({ token, isKept }: Omit<AccountCookie, 'name'>, key: CookieKey): string[] {
  const mark = isKept ? expiredCookie(endingNameOf(key), key) : setCookie(endingNameOf(key), signedValue('true', key.secret), { key, isKept })
  return [setCookie(sessionCookieName(key.appUrl), signedValue(token, key.secret), { key, isKept }), mark]
}

/** Set-Cookie by which nobody is active any more. */
export const noActiveCookies = (key: CookieKey) => [sessionCookieName(key.appUrl), endingNameOf(key)].map((name) => expiredCookie(name, key))

export const expiredCookie = (name: string, key: CookieKey) => `${name}=; Max-Age=0; ${attributesOf(key)}`

function setCookie(name: string, value: string, { key, isKept }: { key: CookieKey; isKept: boolean }): string {
  return `${name}=${value}; ${isKept ? `Max-Age=${SESSION_COOKIE_SECONDS}; ` : ''}${attributesOf(key)}`
}

const attributesOf = ({ appUrl }: CookieKey) => `Path=/; HttpOnly; SameSite=Lax${appUrl.startsWith('https:') ? '; Secure' : ''}`

function namesIn(header: string | null): string[] {
  return (header ?? '').split(/;\s*/).map((pair) => pair.split('=', 1)[0] ?? '')
}

export type SessionSet = { kind: 'set'; token: string; isKept: boolean } | { kind: 'ended' } | undefined

/** What an answer does to the active session of the browser it goes to. */
export function sessionSetBy(response: Response, key: CookieKey): SessionSet {
  const name = sessionCookieName(key.appUrl)
  const set = response.headers.getSetCookie().findLast((cookie) => cookie.startsWith(`${name}=`))
  if (set === undefined) return undefined
  const [pair = ''] = set.split(';', 1)
  const token = sessionToken(pair, { secret: key.secret, cookieName: name })
  if (token === undefined || /;\s*max-age=0\b/i.test(set)) return { kind: 'ended' }
  return { kind: 'set', token, isKept: /;\s*(max-age|expires)=/i.test(set) }
}
