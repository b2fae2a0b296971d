import { beforeAll, expect, test } from 'vitest'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { sharedApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { newestLink, signUp } from '@plinth/testing/http/users.ts'

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

/** Asks for a mail whose link leads on to that page. */
const ask = (email: string, callbackURL: string) =>
  createHttpClient(app.url).post('/api/auth/send-verification-email', { email, callbackURL })

test.each(elsewhere)('no mailed link leads on to %s', async (callbackURL) => {
  const { email } = await signUp(app)
  const answer = await ask(email, callbackURL)
  expect([answer.status, await answer.json()]).toMatchObject([400, { field: 'callbackURL' }])
  const link = await newestLink(app, email)
  link.searchParams.set('redirect', callbackURL)
  // The router takes what it doesn't accept out of the URL.
  const page = await fetch(link)
  expect([page.status, new URL(page.url).origin]).toEqual([200, app.url])
  expect(await page.text()).not.toMatch(/href="[^"]*(evil|javascript)/)
})

test.each([
  ['/verify-email', null],
  ['/dashboard', null],
  ['/dashboard?a=b', '/dashboard?a=b'],
  ['its own origin', '/dashboard?a=b'],
  ['/dashboard/../dashboard/settings?a=1#b', '/dashboard/settings?a=1#b'],
])('a mailed link leads on to %s as it was resolved', async (what, path) => {
  const { email } = await signUp(app)
  expect((await ask(email, what === 'its own origin' ? `${app.url}${path}` : what)).status).toBe(200)
  expect((await newestLink(app, email)).searchParams.get('redirect')).toBe(path)
})
