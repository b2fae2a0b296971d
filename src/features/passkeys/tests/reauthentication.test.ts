import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { session } from '@plinth/core/database/server'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { sharedApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { isSignedIn } from '@plinth/testing/http/users.ts'
import { codeOf, letAuthenticationAge, verifiedUser } from '@plinth/testing/http/verified-user.ts'
import { createSoftAuthenticator } from '@plinth/testing/soft-authenticator.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

/** A protected call that changes nothing yet. */
const protectedAct = (client: HttpClient) => codeOf(client.get('/api/auth/passkey/generate-register-options'))
const again = [403, 'errors:reauthenticate']

describe('a passkey', () => {
  async function withPasskey() {
    const user = await verifiedUser(app)
    const device = createSoftAuthenticator(app.url)
    const options = (await (
      await user.client.get('/api/auth/passkey/generate-register-options')
    ).json()) as Parameters<typeof device.create>[0]
    await user.client.post('/api/auth/passkey/verify-registration', {
      response: device.create(options),
      name: 'x',
    })
    await letAuthenticationAge(app, user.id)
    return { ...user, device }
  }
  async function reauthenticate(client: HttpClient, device: ReturnType<typeof createSoftAuthenticator>) {
    const options = (await (
      await client.get('/api/auth/passkey/generate-authenticate-options')
    ).json()) as Parameters<typeof device.get>[0]
    return codeOf(
      client.post('/api/auth/passkey/verify-authentication', {
        response: device.get(options),
        reauthenticate: true,
      }),
    )
  }

  test('re-authenticates and replaces the session with a new one of the same user', async () => {
    const { id, client, device } = await withPasskey()
    const before = await app.db.select({ id: session.id }).from(session).where(eq(session.userId, id))
    expect((await reauthenticate(client, device))[0]).toBe(200)
    const after = await app.db.select({ id: session.id }).from(session).where(eq(session.userId, id))
    expect([after.length, after[0]?.id === before[0]?.id]).toEqual([1, false])
    expect(await isSignedIn(client)).toBe(true)
    expect((await protectedAct(client))[0]).toBe(200)
  })

  test('of another account does not re-authenticate', async () => {
    const [ada, ben] = [await withPasskey(), await withPasskey()]
    expect(await reauthenticate(ada.client, ben.device)).toEqual([403, 'passkeys:errors.ofAnother'])
    expect(await protectedAct(ada.client)).toEqual(again)
  })
})

test('adding one requires a recent authentication', async () => {
  const { id, client } = await verifiedUser(app)
  expect((await protectedAct(client))[0]).toBe(200)
  await letAuthenticationAge(app, id)
  expect(await protectedAct(client)).toEqual(again)
})
