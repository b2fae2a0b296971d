import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#/lib/app-error.ts'
import { isLoopbackHost } from '#/lib/loopback.ts'

// Names, format and signatures of all authentication cookies. Only this file reads and writes them, and
// Better Auth gets a Cookie header built from the values read here. Access checks and Better Auth can
// therefore not parse one header differently.

export type CookieKey = { secret: string; appUrl: string }

const names = {
  session: 'session_token',
  /** Marks a sign-in that expires when the browser closes. */
  endsWithBrowser: 'dont_remember',
  /** The challenge of a pending second factor. */
  challenge: 'two_factor',
  trustedDevice: 'trust_device',
  oauthState: 'state',
  /** The administrator's own session while impersonating a user. */
  administrator: 'admin_session',
  passkeyChallenge: 'better-auth-passkey',
  /** See known-browser.server.ts. Outlasts a sign-out. */
  knownBrowser: 'known_browser',
} as const
export type AuthCookie = keyof typeof names
export const authCookies = Object.keys(names) as AuthCookie[]

const isHttps = (appUrl: string) => appUrl.startsWith('https:')
const FAMILY = 'better-auth'

/**
 * The prefix of every name. With `__Host-`, browsers accept a cookie over https only, for this exact host and
 * from no subdomain. On a developer's machine the prefix contains the port: browsers share cookies between
 * the ports of a host, and two copies would sign each other's users out.
 */
export function cookiePrefix(appUrl: string): string {
  const known = prefixes.get(appUrl)
  if (known !== undefined) return known
  const { hostname, port } = new URL(appUrl)
  const prefix = `${isHttps(appUrl) ? '__Host-' : ''}${FAMILY}${isLoopbackHost(hostname) && port !== '' ? `-${port}` : ''}`
  prefixes.set(appUrl, prefix)
  return prefix
}
const prefixes = new Map<string, string>()

export const cookieName = (cookie: AuthCookie, appUrl: string) => `${cookiePrefix(appUrl)}.${names[cookie]}`

/** Prefix of the account cookies: one per account signed in here, named after its session's handle. */
export const accountCookiePrefix = (appUrl: string) => `${cookieName('session', appUrl)}_multi-`

/** Better Auth's cookie options. */
export const libraryCookieOptions = (appUrl: string) => ({
  // Would prefix the names with `__Secure-`.
  useSecureCookies: false,
  cookiePrefix: cookiePrefix(appUrl),
  defaultCookieAttributes: { secure: isHttps(appUrl), path: '/' },
})

/** The cookies of a request that have our signature. */
export type AuthCookies = {
  get(cookie: AuthCookie): string | undefined
  /** Returns a copy with another value for this cookie, or without it. */
  with(cookie: AuthCookie, value: string | undefined): AuthCookies
  /** Name and value of each account cookie. */
  accounts: readonly (readonly [name: string, value: string])[]
  /** The names of all account cookies that were sent, forged ones too. */
  accountNames: readonly string[]
}

// Longer than any value we set.
const VALUE_MAX_LENGTH = 500

/**
 * Parses a Cookie header by RFC 6265. Throws AppError invalid when one of our names, with any prefix, occurs
 * twice or is padded with whitespace: no browser sends that, and another parser might pick the other value.
 */
export function readCookies(header: string | null, key: CookieKey): AuthCookies {
  const sent = new Map<string, string>()
  for (const [at, pair] of (header ?? '').split(';').entries()) {
    const equals = pair.indexOf('=')
    if (equals === -1) continue
    const found = pair.slice(0, equals)
    // Trims more than the RFC does, to catch every name a parser could take for ours.
    const name = found.trim()
    if (!isOurs(name)) continue
    const isPadded = found !== name && (at === 0 || found !== ` ${name}`)
    if (isPadded || sent.has(name))
      throw new AppError('invalid', 'errors:repeatedCookie', { field: 'cookie' })
    sent.set(name, pair.slice(equals + 1).replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, ''))
  }
  const values = new Map<string, string | undefined>()
  // Verified on demand: most requests need one of several cookies, and signatures are the main cost here.
  const valueOf = (name: string) => {
    const signed = sent.get(name)
    if (signed !== undefined && !values.has(name)) values.set(name, signedBy(key.secret, name, signed))
    return values.get(name)
  }
  const accountNames = [...sent.keys()].filter((name) => name.startsWith(accountCookiePrefix(key.appUrl)))
  return cookiesOf({ valueOf, accountNames }, key.appUrl)
}

const isOurs = (name: string) => /^better-auth(-\d+)?\./.test(name.replace(/^__(Secure|Host)-/i, ''))

type Read = { valueOf: (name: string) => string | undefined; accountNames: readonly string[] }

function cookiesOf({ valueOf, accountNames }: Read, appUrl: string): AuthCookies {
  return {
    get: (cookie) => valueOf(cookieName(cookie, appUrl)),
    with: (cookie, value) => {
      const changed = cookieName(cookie, appUrl)
      return cookiesOf(
        { valueOf: (name) => (name === changed ? value : valueOf(name)), accountNames },
        appUrl,
      )
    },
    get accounts() {
      return accountNames.flatMap((name) => {
        const value = valueOf(name)
        return value === undefined ? [] : [[name, value] as const]
      })
    },
    accountNames,
  }
}

const signatureOf = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('base64')

/** Signs a cookie's value together with its name, so that the value is not valid under another name. */
export function signedCookie(name: string, value: string, secret: string): string {
  return encodeURIComponent(`${value}.${signatureOf(secret, `${name}=${value}`)}`)
}

function signedBy(secret: string, name: string, signed: string): string | undefined {
  if (signed.length > VALUE_MAX_LENGTH) return undefined
  const { value, signature } = partsOf(signed)
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secret, `${name}=${value}`))]
  return value !== '' && given.length === expected.length && timingSafeEqual(given, expected)
    ? value
    : undefined
}

function partsOf(signed: string): { value: string; signature: string } {
  try {
    const text = decodeURIComponent(signed)
    const dot = text.lastIndexOf('.')
    return { value: text.slice(0, Math.max(dot, 0)), signature: text.slice(dot + 1) }
  } catch {
    return { value: '', signature: '' }
  }
}

/**
 * Returns the Cookie header for Better Auth: the cookies it uses, signed in its own format; undefined when
 * there are none.
 */
export function libraryCookieHeader(cookies: AuthCookies, { secret, appUrl }: CookieKey): string | undefined {
  const pairs = authCookies.flatMap((cookie) => {
    const value = cookies.get(cookie)
    return value === undefined
      ? []
      : [`${cookieName(cookie, appUrl)}=${encodeURIComponent(`${value}.${signatureOf(secret, value)}`)}`]
  })
  return pairs.length > 0 ? pairs.join('; ') : undefined
}

/** Returns Better Auth's response with its cookies signed in our format. */
export function withOwnSignatures(response: Response, secret: string): Response {
  const cookies = response.headers.getSetCookie()
  if (cookies.length === 0) return response
  const headers = new Headers(response.headers)
  headers.delete('set-cookie')
  for (const cookie of cookies) {
    const [, name = '', signed = '', attributes = ''] = /^([^=]*)=([^;]*)(.*)$/s.exec(cookie) ?? []
    const value = signed === '' ? '' : signedCookie(name, partsOf(signed).value, secret)
    headers.append('set-cookie', `${name}=${value}${attributes}`)
  }
  return new Response(response.body, { status: response.status, headers })
}

type NewCookie = { value: string; key: CookieKey; maxAgeSeconds?: number }

/** Returns the Set-Cookie value of a cookie; without `maxAgeSeconds` it expires when the browser closes. */
export function setCookie(name: string, { value, key, maxAgeSeconds }: NewCookie): string {
  const lifetime = maxAgeSeconds === undefined ? '' : `Max-Age=${maxAgeSeconds}; `
  return `${name}=${signedCookie(name, value, key.secret)}; ${lifetime}${attributesOf(key.appUrl)}`
}

/** Returns the Set-Cookie value that deletes a cookie. */
export const expiredCookie = (name: string, appUrl: string) => `${name}=; Max-Age=0; ${attributesOf(appUrl)}`

const attributesOf = (appUrl: string) => `Path=/; HttpOnly; SameSite=Lax${isHttps(appUrl) ? '; Secure' : ''}`

/** Returns the response with additional Set-Cookie headers. */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  const headers = new Headers(response.headers)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}

/**
 * Returns the response without deletions of the session's cookies. A browser applies a deletion to the cookie
 * that it has by then, which may be that of a later sign-in in another tab; a cookie of an ended session only
 * looks like none.
 */
export const withoutSessionDeletion = (response: Response, appUrl: string) =>
  withoutLines(response, (line) => isSessionLine(line, appUrl) && /;\s*max-age=0\b/i.test(line))

/** Returns the response without anything that changes the session's cookies. */
export const withoutSessionCookies = (response: Response, appUrl: string) =>
  withoutLines(response, (line) => isSessionLine(line, appUrl))

function withoutLines(response: Response, isDropped: (line: string) => boolean): Response {
  const kept = response.headers.getSetCookie().filter((line) => !isDropped(line))
  const headers = new Headers(response.headers)
  headers.delete('set-cookie')
  for (const cookie of kept) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}

const isSessionLine = (line: string, appUrl: string) =>
  (['session', 'endsWithBrowser'] as const).some((cookie) =>
    line.startsWith(`${cookieName(cookie, appUrl)}=`),
  )

export type CookieSet = { value: string; lasts: boolean } | 'expired' | undefined

/** Returns what a response does to a cookie; undefined when it leaves the cookie unchanged. */
export function cookieSetBy(
  response: Response,
  cookie: AuthCookie,
  { secret, appUrl }: CookieKey,
): CookieSet {
  const name = cookieName(cookie, appUrl)
  const set = response.headers.getSetCookie().findLast((line) => line.startsWith(`${name}=`))
  if (set === undefined) return undefined
  const [pair = ''] = set.split(';', 1)
  const value = signedBy(secret, name, pair.slice(name.length + 1))
  if (value === undefined || /;\s*max-age=0\b/i.test(set)) return 'expired'
  return { value, lasts: /;\s*(max-age|expires)=/i.test(set) }
}

/**
 * Makes the cookies of a response expire when the browser closes, as chosen at sign-in. Keeps the cookie that
 * marks such a sign-in, or the next session refresh would forget the choice. Leaves deletions of other
 * cookies unchanged.
 */
export function letEndWithBrowser(headers: Headers, appUrl: string): void {
  const cookies = headers.getSetCookie()
  headers.delete('set-cookie')
  for (const cookie of cookies) {
    const isTakenAway = /;\s*max-age=0\b/i.test(cookie)
    if (isTakenAway && cookie.startsWith(`${cookieName('endsWithBrowser', appUrl)}=`)) continue
    headers.append(
      'set-cookie',
      isTakenAway ? cookie : cookie.replaceAll(/;\s*(max-age|expires)=[^;]*/gi, ''),
    )
  }
}
