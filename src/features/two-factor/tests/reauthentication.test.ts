import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '@plinth/core/database/server'
import { sharedApp } from '@plinth/testing/http/open-app.ts'
import { codeOf, letAuthenticationAge, mailedCode, verifiedUser } from '@plinth/testing/http/verified-user.ts'

const app = await sharedApp()
const again = [403, 'errors:reauthenticate']

async function withoutPassword() {
  const user = await verifiedUser(app)
  await app.db.delete(account).where(and(eq(account.userId, user.id), eq(account.providerId, 'credential')))
  await app.db
    .insert(account)
    .values({ id: user.id, accountId: user.id, providerId: 'google', userId: user.id })
  await letAuthenticationAge(app, user.id)
  return user
}

test('a mailed code lets a user without a password enable the second factor', async () => {
  const { email, client } = await withoutPassword()
  const enable = () => client.post('/api/auth/two-factor/enable', { method: 'otp' })
  expect(await codeOf(enable())).toEqual(again)
  await client.post('/api/auth/reauthenticate/send-code', {})
  await client.post('/api/auth/reauthenticate/code', { code: await mailedCode(app, email) })
  expect((await enable()).status).toBe(200)
})
