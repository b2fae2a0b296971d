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
]

test.each(elsewhere)('a mailed link does not redirect to %s', async (callbackURL) => {
  const { email } = await signUp(app)
  const link = await newestLink(app, email)
  for (const token of ['made-up', link.searchParams.get('token') ?? '']) {
    const query = new URLSearchParams({ token, callbackURL })
    const answer = await createHttpClient(app.url).get(`/api/auth/verify-email?${query}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  }
})

test('a redirect is sent on as it was resolved', async () => {
  const query = new URLSearchParams({ token: 'made-up', callbackURL: '/dashboard/../verify-email?a=1#b' })
  const answer = await createHttpClient(app.url).get(`/api/auth/verify-email?${query}`)
  expect(answer.status).toBe(302)
  const location = answer.headers.get('location') ?? ''
  expect(location).toMatch(/^\/verify-email\?/)
})
