import { expect, test } from 'vitest'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { AT_ONCE, openTrack, times } from '@plinth/testing/http/race.ts'
import { verifiedUser } from '@plinth/testing/http/verified-user.ts'
import { createSoftAuthenticator } from '@plinth/testing/soft-authenticator.ts'

const { app, rounds, race, sessionsOf } = await openTrack()

test('a passkey challenge signs in once', async () => {
  const { id, client } = await verifiedUser(app)
  const device = createSoftAuthenticator(app.url)
  const optionsFor = async (browser: typeof client, what: string) =>
    (await (await browser.get(`/api/auth/passkey/generate-${what}-options`)).json()) as Parameters<
      typeof device.get
    >[0]
  const made = device.create(await optionsFor(client, 'register'))
  expect(
    (await client.post('/api/auth/passkey/verify-registration', { response: made, name: 'Laptop' })).status,
  ).toBe(200)
  await rounds(async () => {
    const browser = createHttpClient(app.url)
    const response = device.get(await optionsFor(browser, 'authenticate'))
    const before = await sessionsOf(id)
    const seen = await race(
      times(() => ({
        path: '/api/auth/passkey/verify-authentication',
        body: { response },
        cookie: browser.cookie(),
      })),
    )
    expect(seen).toEqual({ '200': 1, '400 security:challengeOver': AT_ONCE - 1 })
    expect(await sessionsOf(id)).toBe(before + 1)
  })
})
