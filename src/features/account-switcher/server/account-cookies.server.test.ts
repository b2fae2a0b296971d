import { expect, test } from 'vitest'
import { activeCookies, noActiveCookies, readActiveCookie, readCookies } from '@plinth/core/auth/server'
import { sessionSetBy } from '@plinth/core/internal/auth/session-cookies.server.ts'
import { accountCookie, readAccountCookies } from './account-cookies.server.ts'

const secure = { secret: 'k3vT9mQ2xW8zR5nB7cJ4hL6pD1sF0gYa', appUrl: 'https://app.example.com' }
const plain = { ...secure, appUrl: 'http://localhost:3000' }
const headerOf = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ')

test.each([secure, plain])(
  'cookies set for $appUrl can be read back, but only with their own secret and under their own name',
  (key) => {
    const kept = { token: 'token-of-ada', isKept: true }
    const brief = { token: 'token-of-ben', isKept: false }
    const header = headerOf([
      ...activeCookies(brief, key),
      accountCookie(kept, key),
      accountCookie(brief, key),
    ])
    const accountsIn = (sent: string, own = key) => readAccountCookies(readCookies(sent, own), own)
    expect(accountsIn(header)).toMatchObject([kept, brief])
    expect(readActiveCookie(readCookies(header, key))).toEqual(brief)
    expect(accountsIn(header, { ...key, secret: 'another' })).toEqual([])
    const [name = '', value = ''] = accountCookie(kept, key).split(/[=;]/)
    const [otherName = ''] = accountCookie(brief, key).split('=')
    expect(accountsIn(`${name}=${value}`)).toMatchObject([kept])
    expect(accountsIn(`${otherName}=${value}`)).toEqual([])
  },
)

test('every cookie is hidden from scripts and other sites, and on https never sent over plain http', () => {
  for (const key of [secure, plain]) {
    const cookies = [
      accountCookie({ token: 't', isKept: true }, key),
      ...activeCookies({ token: 't', isKept: false }, key),
      ...noActiveCookies(key),
    ]
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/)
      expect([cookie.startsWith('__Host-better-auth.'), cookie.endsWith('; Secure')]).toEqual(
        key === secure ? [true, true] : [false, false],
      )
      expect(cookie).not.toMatch(/domain=/i)
    }
  }
})

test('only cookies of a remembered sign-in have a lifetime', () => {
  expect(accountCookie({ token: 't', isKept: true }, plain)).toMatch(/Max-Age=34560000;/)
  expect(accountCookie({ token: 't', isKept: false }, plain)).not.toMatch(/max-age|expires/i)
  expect(activeCookies({ token: 't', isKept: false }, plain).join()).not.toMatch(/max-age|expires/i)
})

test('a response tells which session becomes active and for how long, or that none is active', () => {
  const answer = (cookies: readonly string[]) =>
    sessionSetBy(new Response(null, { headers: cookies.map((cookie) => ['set-cookie', cookie]) }), plain)
  expect(answer([])).toBeUndefined()
  expect(answer(['i18next=de; Path=/'])).toBeUndefined()
  expect(answer(activeCookies({ token: 't', isKept: true }, plain))).toEqual({
    kind: 'set',
    token: 't',
    isKept: true,
  })
  expect(answer(activeCookies({ token: 't', isKept: false }, plain))).toEqual({
    kind: 'set',
    token: 't',
    isKept: false,
  })
  expect(answer(noActiveCookies(plain))).toEqual({ kind: 'ended' })
})
