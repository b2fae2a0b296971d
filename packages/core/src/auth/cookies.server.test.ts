import { createAuthEndpoint } from 'better-auth/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accountCookiePrefix,
  authCookies,
  cookieName,
  libraryCookieHeader,
  readCookies,
  setCookie,
  signedCookie,
  withOwnSignatures,
  type CookieKey,
} from './cookies.server.ts'

const secret = 'k3vT9mQ2xW8zR5nB7cJ4hL6pD1sF0gYa'
const keys: CookieKey[] = [
  { secret, appUrl: 'http://localhost:3000' },
  { secret, appUrl: 'https://app.example.com' },
]

/** Reads a Cookie header with Better Auth's own parser. */
async function readByLibrary(header: string | undefined, { appUrl }: CookieKey) {
  const endpoint = createAuthEndpoint('/read', { method: 'GET' }, async (ctx) =>
    Promise.all(authCookies.map((cookie) => ctx.getSignedCookie(cookieName(cookie, appUrl), secret))),
  )
  const headers = new Headers(header === undefined ? {} : { cookie: header })
  const read = await endpoint({ headers })
  return Object.fromEntries(authCookies.map((cookie, at) => [cookie, read[at] || undefined]))
}

function readByUs(header: string, key: CookieKey) {
  try {
    return readCookies(header, key)
  } catch {
    return undefined
  }
}

/** Random headers from valid cookies, invalid ones, and input that parsers are known to disagree about. */
function cookieHeaders(key: CookieKey): fc.Arbitrary<string> {
  const { appUrl } = key
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...authCookies).map((cookie) => cookieName(cookie, appUrl)) },
    fc.constantFrom(
      accountCookiePrefix(appUrl) + 'x',
      '__Secure-better-auth.session_token',
      '__Host-better-auth.session_token',
      'better-auth.session_token',
      'Better-Auth.Session_Token',
      'better-auth.session_token\u00e9',
      '',
      'i18next',
      '__proto__',
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  const value = (of: string) => {
    const right = fc
      .constantFrom('A', 'B', '2fa-x', 'a.b', 'ü ✓', 'a;b', '"q"')
      .map((text) => signedCookie(of, text, secret))
    return fc.oneof(
      { weight: 5, arbitrary: right },
      right.map((signed) => `"${signed}"`),
      right.map((signed) => signed.replaceAll('%', '%25')),
      right.map((signed) => signed.toLowerCase()),
      right.map((signed) => signed.replaceAll('%3D', '=').replaceAll('%2F', '/').replaceAll('%2B', '+')),
      fc.constant(signedCookie('another', 'A', secret)),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('', '=', '%', '%E0%A4%A', ','),
    )
  }
  const space = fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    fc.constantFrom(' ', '\t', '  ', '\u00a0', '\u0000', '\u000b', '\u0085', '"', ','),
  )
  const pair = fc
    .tuple(name, space, space, space, space)
    .chain(([of, before, after, left, right]) =>
      value(of).map((text) => `${before}${of}${after}=${left}${text}${right}`),
    )
  const separator = fc.constantFrom('; ', '; ', ';', ';;', ' ; ', ';\t', ', ', '')
  return fc
    .array(fc.tuple(fc.oneof({ weight: 6, arbitrary: pair }, name), separator), { maxLength: 6 })
    .map((parts) => parts.flat().join(''))
}

test.each(keys)(
  '$appUrl: Better Auth reads the same cookies from any header as we do, or the request is rejected',
  async (key) => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(cookieHeaders(key), async (header) => {
        const ours = readByUs(header, key)
        if (!ours) return
        const read = Object.fromEntries(authCookies.map((cookie) => [cookie, ours.get(cookie)]))
        if (Object.values(read).some((value) => value !== undefined)) accepted++
        expect(await readByLibrary(libraryCookieHeader(ours, key), key)).toEqual(read)
      }),
      { numRuns: 2_000 },
    )
    expect(accepted).toBeGreaterThan(50)
  },
)

test.each(keys)(
  '$appUrl: one of our cookie names that occurs more than once is rejected, regardless of whitespace',
  (key) => {
    const name = cookieName('session', key.appUrl)
    const [a, b] = ['A', 'B'].map((value) => signedCookie(name, value, secret))
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(' ', '\t', '\u00a0', '\u000b', '\f') }),
        fc.constantFrom(';', '; '),
        (space, separator) => {
          for (const first of [`${space}${name}=${a}`, `${name}${space}=${a}`]) {
            expect(readByUs(`${first}${separator}${name}=${b}`, key)).toBeUndefined()
            expect(readByUs(`${name}=${b}${separator}${first}`, key)).toBeUndefined()
          }
        },
      ),
    )
    expect(readByUs(`x=1; ${name}=${a}`, key)?.get('session')).toBe('A')
  },
)

test.each(keys)(
  '$appUrl: a value is not accepted under another name, with another secret, or with the signature of Better Auth',
  (key) => {
    for (const cookie of authCookies) {
      for (const other of authCookies) {
        const header = `${cookieName(other, key.appUrl)}=${signedCookie(cookieName(cookie, key.appUrl), 'A', secret)}`
        expect(readCookies(header, key).get(other)).toBe(other === cookie ? 'A' : undefined)
      }
      const name = cookieName(cookie, key.appUrl)
      expect(
        readCookies(`${name}=${signedCookie(name, 'A', 'another secret')}`, key).get(cookie),
      ).toBeUndefined()
      const asTheLibrary = libraryCookieHeader(
        readCookies(`${name}=${signedCookie(name, 'A', secret)}`, key),
        key,
      )
      expect(readCookies(asTheLibrary ?? '', key).get(cookie)).toBeUndefined()
    }
  },
)

test('cookies that Better Auth sets get our signature, and cookies that it deletes are deleted', async () => {
  const [key] = keys
  if (!key) throw new Error('no key')
  const name = cookieName('session', key.appUrl)
  const endpoint = createAuthEndpoint('/set', { method: 'GET' }, async (ctx) => {
    await ctx.setSignedCookie(name, 'a.b=c', secret, { path: '/', httpOnly: true, maxAge: 60 })
    ctx.setCookie(cookieName('challenge', key.appUrl), '', { maxAge: 0 })
    return {}
  })
  const answer = withOwnSignatures(await endpoint({ asResponse: true }), secret)
  const [set = '', gone = ''] = answer.headers.getSetCookie()
  expect(set).toMatch(/; Max-Age=60; Path=\/; HttpOnly$/)
  expect(readCookies(set.split(';')[0] ?? '', key).get('session')).toBe('a.b=c')
  expect(gone).toMatch(/^better-auth-3000\.two_factor=; Max-Age=0/)
  expect(answer.headers.getSetCookie()).toHaveLength(2)
})

test('over https every cookie is bound to this host and to https', () => {
  const [, key] = keys
  if (!key) throw new Error('no key')
  for (const cookie of authCookies) {
    const set = setCookie(cookieName(cookie, key.appUrl), { value: 'A', key, maxAgeSeconds: 60 })
    expect(set).toMatch(
      /^__Host-better-auth\.[\w-]+=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
  }
})
