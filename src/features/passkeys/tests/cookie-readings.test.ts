import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { administrator } from '@plinth/testing/http/administration-client.ts'
import { PASSWORD, sharedApp } from '@plinth/testing/http/open-app.ts'
import { ambiguous, requestWith, twoReadings } from '@plinth/testing/http/two-readings.ts'
import { verifiedUser } from '@plinth/testing/http/verified-user.ts'
import { createSoftAuthenticator } from '@plinth/testing/soft-authenticator.ts'
import { passkey } from '../server/passkeys.table.server.ts'

const app = await sharedApp()

test('an impersonating administrator can not add a passkey for the user with an ambiguous Cookie header', async () => {
  const [admin, victim] = [await administrator(app), await verifiedUser(app)]
  const own = createHttpClient(app.url)
  await own.post('/api/auth/sign-in/email', { email: admin.email, password: PASSWORD })
  const asked = { userId: victim.id, reason: 'They asked for help' }
  expect((await admin.client.post('/api/auth/admin/impersonate-user', asked)).status).toBe(200)
  const body = { response: { id: createSoftAuthenticator(app.url).id } }
  for (const cookie of twoReadings('session_token', admin.client, own)) {
    const options = { path: '/api/auth/passkey/generate-register-options' }
    expect(await requestWith(app, cookie, options), cookie).toMatchObject(ambiguous)
    const registration = { path: '/api/auth/passkey/verify-registration', body }
    expect(await requestWith(app, cookie, registration), cookie).toMatchObject(ambiguous)
  }
  expect(await app.db.$count(passkey, eq(passkey.userId, victim.id))).toBe(0)
})
