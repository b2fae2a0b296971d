// What lets an app in is told to nobody who operates the application.
import { expect, test } from 'vitest'
import { openApp } from '@plinth/testing/http/open-app.ts'
import { hasTracing, startOtlpReceiver } from '@plinth/testing/servers/otlp-receiver.ts'
import { oauthClient } from './oauth-client.ts'
import type { Tokens } from './oauth-program.ts'
import { newUser } from './oauth-user.ts'

test.skipIf(!hasTracing)('codes, verifiers and tokens are in no log line and no trace', async () => {
  const receiver = await startOtlpReceiver()
  const app = await openApp({
    ...receiver.settings,
    LOG_LEVEL: 'debug',
  })
  const oauth = oauthClient(app)
  const { client } = await newUser(app)
  const { clientId, code, access_token: access, refresh_token: used } = await oauth.connect(client)
  const next = (await (await oauth.refresh(clientId, used)).json()) as Tokens
  const { code_verifier: verifier = '' } = oauth.exchangeOf(clientId, code)
  expect(await oauth.statusOf(next.access_token)).toBe(200)
  expect((await oauth.exchange(clientId, code)).ok).toBe(false)
  expect((await oauth.refresh(clientId, used)).ok).toBe(false)
  expect((await oauth.revoke(clientId, next.access_token)).status).toBe(200)
  const traced = () => receiver.spans.filter(({ name }) => name.startsWith('POST /api/auth/')).length
  // Registration, consent, two exchanges, two refreshes and the revocation; the sign-up before them.
  await expect.poll(traced, { timeout: 30_000 }).toBeGreaterThanOrEqual(8)
  const told = receiver.text() + app.output()
  for (const secret of [code, verifier, access, used, next.access_token, next.refresh_token]) {
    const text = secret.replace(/^plinth_[a-z]+_/, '')
    expect(text.length).toBeGreaterThan(20)
    expect(told).not.toContain(text)
  }
})
