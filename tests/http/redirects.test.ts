import { beforeAll, expect, test } from 'vitest'
import { createHttpClient } from '../support/http-client.ts'
import { sharedApp, type AppUnderTest } from '../support/http/open-app.ts'
import { newestLink, signUp } from '../support/http/users.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

const elsewhere = [
  '/dashboard/..//evil.example/login',
  '/dashboard/%2e%2e//evil.example/login',
  '/.//evil.example',
  '//evil.example',
  '/\\evil.example',
  '/%5cevil.example',
  '/..//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
]

test.each(elsewhere)('a mailed link does not redirect to %s', async (callbackURL) => {
  const { email } = await signUp(app)
  const link = await newestLink(app, email)
  for (const token of ['made-up', link.searchParams.get('token') ?? '']) {
    const query = new URLSearchParams({ token, callbackURL })
    const answer = await createHttpClient(app.url).get(`/api/auth/verify-email?${query}`)
    expect([answer.status, answer.headers.get('location'), await answer.json()]).toMatchObject([
      400,
      null,
      { field: 'callbackURL' },
    ])
  }
})

test.each([
  ['/verify-email', '/verify-email'],
  ['/dashboard', '/dashboard'],
  ['its own origin', '/dashboard?a=b'],
])('a mailed link redirects to %s, by its path only', async (what, path) => {
  const { email } = await signUp(app)
  const link = await newestLink(app, email)
  link.searchParams.set('callbackURL', what === path ? path : app.url + path)
  const answer = await createHttpClient(app.url).get(link.pathname + link.search)
  expect(answer.headers.get('location')).toBe(path)
})

test('a redirect is sent on as it was resolved', async () => {
  const query = new URLSearchParams({ token: 'made-up', callbackURL: '/dashboard/../verify-email?a=1#b' })
  const answer = await createHttpClient(app.url).get(`/api/auth/verify-email?${query}`)
  expect(answer.status).toBe(302)
  const location = answer.headers.get('location') ?? ''
  expect(location).toMatch(/^\/verify-email\?/)
})
