import { createAuthClient } from 'better-auth/client'
import { twoFactorClient } from 'better-auth/client/plugins'
import { expect, test } from 'vitest'
import { createHttpClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { PASSWORD, sharedApp } from '@plinth/testing/http/open-app.ts'
import { isSignedInNow, verifiedUser } from '@plinth/testing/http/verified-user.ts'
import { totpOf, withEarlierCode } from '@plinth/testing/totp.ts'

const app = await sharedApp()

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
    plugins: [twoFactorClient()],
    fetchOptions: { throw: true, customFetchImpl },
  })
}

test("Better Auth's own client sets up the second factor, is asked for it and completes it", async () => {
  const { email, client } = await verifiedUser(app)
  const official = officialClient(client)
  const enabled = await official.twoFactor.enable({ password: PASSWORD })
  const totpURI = 'totpURI' in enabled ? enabled.totpURI : ''
  await withEarlierCode(totpURI, async (code) =>
    official.twoFactor.verifyTotp({ code }).then(
      () => true,
      () => false,
    ),
  )
  const browser = createHttpClient(app.url)
  const again = officialClient(browser)
  expect(await again.signIn.email({ email, password: PASSWORD })).toMatchObject({
    twoFactorRedirect: true,
    twoFactorMethods: ['totp', 'otp'],
  })
  await again.twoFactor.verifyTotp({ code: totpOf(totpURI), trustDevice: true })
  expect(await isSignedInNow(browser)).toBe(true)
  await again.twoFactor.generateBackupCodes({ password: PASSWORD })
  await again.twoFactor.disable({ password: PASSWORD })
})
