import { expect, test } from 'vitest'
import { sharedApp } from '@plinth/testing/http/open-app.ts'

test.each([
  ['a doubled field', (long: string) => `${long}=1&${long}=2`],
  ['a grant', (long: string) => `grant_type=${long}`],
  ['a client', (long: string) => `grant_type=authorization_code&code=x&client_id=${long}`],
])('%s of any length is never echoed whole', async (_what, bodyOf) => {
  const app = await sharedApp()
  const answer = await fetch(`${app.url}/api/auth/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: bodyOf('y'.repeat(6_000)),
  })
  expect(answer.status).toBe(400)
  expect(await answer.text()).not.toContain('y'.repeat(101))
})
