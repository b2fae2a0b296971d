import { createAuthClient } from 'better-auth/client'
import { beforeAll, expect, test } from 'vitest'
import type { HttpClient } from '@plinth/testing/http-client.ts'
import { sharedApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { isSignedInNow, verifiedUser } from '@plinth/testing/http/verified-user.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await sharedApp()
})

/** Better Auth's own client, in the browser of `client`. */
function officialClient(client: HttpClient) {
  const customFetchImpl = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const path = request.url.slice(app.url.length)
    return request.method === 'POST'
      ? client.post(path, await request.json().catch(() => ({})))
      : client.get(path)
  }
  return createAuthClient({
    baseURL: app.url,
    fetchOptions: { throw: true, customFetchImpl },
  })
}

test("Better Auth's own client changes the password and the name, and signs out", async () => {
  const { client } = await verifiedUser(app)
  const official = officialClient(client)
  await official.updateUser({ name: 'Countess of Lovelace' })
  await official.changePassword({
    currentPassword: PASSWORD,
    newPassword: 'fünf blaue Ziegel am Bach',
    revokeOtherSessions: true,
  })
  expect((await official.getSession())?.user.name).toBe('Countess of Lovelace')
  await official.signOut()
  expect(await isSignedInNow(client)).toBe(false)
})
