// What happens over HTTP while its account is deleted: everything that needs cookies, forms or streams.
// tests/deletion.test.ts does the same to every mutation.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createId } from '@plinth/core/schema'
import { fixtureSettings } from '@plinth/testing/feature-fixtures.ts'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { administrator } from '@plinth/testing/http/administration-client.ts'
import {
  actsOf,
  failed,
  race,
  RACES,
  settled,
  tablesWith,
  uploadImage,
  type Acts,
} from '@plinth/testing/http/deletion-race.ts'
import { openApp, PASSWORD, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { verifiedUser } from '@plinth/testing/http/verified-user.ts'
import { mutate } from '@plinth/testing/http/trpc-client.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await openApp(await fixtureSettings())
})

test('acts of an account, raced with its deletion, are done or refused, and leave only logs and sent mail', async () => {
  for (let round = 0; round < RACES; round++) {
    await app.db.execute(sql`delete from limit_counter`)
    const [someUser, boss, admin] = [
      await verifiedUser(app),
      await administrator(app),
      await administrator(app),
    ]
    const { id: userId, email, client } = someUser
    const post = (path: string, body: object) => () => client.post(`/api/auth${path}`, body)
    const acts: Acts = {
      ...(await actsOf(app, someUser)),
      'asking for an export': () => mutate(client, 'account.export', undefined),
      'asking for the deletion': () => mutate(client, 'account.requestDeletion', { email }),
      'uploading an image': () => uploadImage(app, client, 'profile.uploadImage'),
      'signing in': () =>
        createHttpClient(app.url).post('/api/auth/sign-in/email', { email, password: PASSWORD }),
      'asking for a reset': () =>
        createHttpClient(app.url).post('/api/auth/request-password-reset', { email }),
      'changing the address': post('/change-email', { newEmail: `x${createId()}@example.org` }),
      'changing the name': post('/update-user', { firstName: 'Q', lastName: 'R' }),
      'changing the password': post('/change-password', {
        currentPassword: PASSWORD,
        newPassword: 'sieben blaue Boote im Wind',
        revokeOtherSessions: true,
      }),
      'being impersonated': () =>
        boss.client.post('/api/auth/admin/impersonate-user', { userId, reason: 'A look' }),
    }
    const remove = () => mutate(admin.client, 'admin.users.delete', { userId })
    expect(failed(await race(acts, remove))).toEqual([])
    // A membership that began meanwhile is a conflict.
    await expect.poll(async () => (await remove()).status).toBe(404)
    await settled(app)
    expect(await tablesWith(app, userId)).toEqual([])
  }
  expect(app.output()).not.toMatch(/"level":"error"/)
})
