import { expect } from 'vitest'
import { createHttpClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { read, verifiedUser } from '@plinth/testing/http/verified-user.ts'
import { withEarlierCode } from '@plinth/testing/totp.ts'

export type TwoFactorUser = {
  id: string
  email: string
  client: HttpClient
  totpURI: string
  usedCode: string
  backupCodes: string[]
}

/**
 * A user with a verified address and an authenticator app. Setting it up used the code of the previous step
 * (`usedCode`), so the current code is still valid.
 */
export async function userWithAuthenticator(app: AppUnderTest): Promise<TwoFactorUser> {
  const someUser = await verifiedUser(app)
  return { ...someUser, ...(await enableAuthenticator(someUser.client)) }
}

/** Enables it for the user who is signed in there with PASSWORD. */
export async function enableAuthenticator(client: HttpClient) {
  const { status, body } = await read(client.post('/api/auth/two-factor/enable', { password: PASSWORD }))
  expect(status).toBe(200)
  const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] }
  const usedCode = await withEarlierCode(
    totpURI,
    async (code) => (await client.post('/api/auth/two-factor/verify-totp', { code })).status === 200,
  )
  return { totpURI, usedCode, backupCodes }
}

/** A browser in which that user's second factor is pending. */
export async function withPendingSecondFactor(
  app: AppUnderTest,
  email: string,
  values: Record<string, unknown> = {},
): Promise<HttpClient> {
  const client = createHttpClient(app.url)
  const { status, body } = await read(
    client.post('/api/auth/sign-in/email', { email, password: PASSWORD, ...values }),
  )
  expect([status, body.twoFactorRedirect]).toEqual([200, true])
  return client
}
