import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { openApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { totpOf } from '@plinth/testing/totp.ts'
import { userWithAuthenticator, withPendingSecondFactor } from './second-factor-users.ts'

const MINUTES_AHEAD = 10

let app: AppUnderTest
beforeAll(async () => {
  app = await openApp({
    NODE_OPTIONS: `--import=${fileURLToPath(import.meta.resolve('@plinth/testing/clock-ahead.mjs'))}`,
    CLOCK_AHEAD_MS: String(MINUTES_AHEAD * 60_000),
  })
})

test('on a machine whose clock is wrong the codes of an authenticator are those of the right time, once each', async () => {
  const { email, totpURI, usedCode } = await userWithAuthenticator(app)
  const client = await withPendingSecondFactor(app, email)
  const enter = async (code: string) =>
    (await client.post('/api/auth/two-factor/verify-totp', { code })).status
  const ofItsClock = totpOf(totpURI, MINUTES_AHEAD * 2)
  expect([await enter(usedCode), await enter(ofItsClock)]).toEqual([401, 401])
  expect(await enter(totpOf(totpURI))).toBe(200)
})
