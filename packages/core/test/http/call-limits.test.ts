import { expect, test } from 'vitest'
import { sharedApp } from '@plinth/testing/http/open-app.ts'
import { signUp } from '@plinth/testing/http/users.ts'
import { preferred } from '@plinth/testing/languages.ts'

const app = await sharedApp()

test('past its limit a mutation returns 429 with Retry-After, valid or not; other calls of the user and other users are served', async () => {
  const [{ client }, { client: other }] = [await signUp(app), await signUp(app)]
  const setLanguage = (language: string, by = client) =>
    by.post('/api/trpc/profile.setLanguage', { json: { language } })
  const statuses = await Promise.all(
    Array.from({ length: 70 }, async () => (await setLanguage('klingon')).status),
  )
  expect([
    statuses.filter((status) => status === 400).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([60, 10])
  const refused = await setLanguage(preferred('de'))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await setLanguage(preferred('de'), other)).status).toBe(200)
  expect((await client.post('/api/trpc/sessions.revokeOthers', {})).status).toBe(200)
})
