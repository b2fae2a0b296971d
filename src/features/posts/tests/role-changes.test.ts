import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { member } from '@plinth/core/database/server'
import { actorOf, createOrganization, createSession, createUser } from '@plinth/testing/factories.ts'
import { publicSettings, sharedApp, type AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { createPost } from '../posts.fixtures.ts'

const secret = publicSettings.BETTER_AUTH_SECRET
let app: AppUnderTest
let second: RunningApp

// Two instances on one database: an instance must not rely on what it read before.
beforeAll(async () => {
  app = await sharedApp()
  second = await startApp({
    env: { DATABASE_URL: app.database.url, BETTER_AUTH_SECRET: secret, APP_URL: app.url },
  })
})
afterAll(() => second.stop())

test('a user who loses the membership is in the personal workspace from the next request', async () => {
  const [owner, ada] = await Promise.all([createUser(app.db), createUser(app.db)])
  const acme = await createOrganization(app.db, { owner, member: ada })
  const { id } = await createPost(app.db, actorOf(owner, acme))
  const cookie = (await createSession(app.db, actorOf(ada, acme), { secret })).cookie(app.url)
  const input = encodeURIComponent(JSON.stringify({ json: { id } }))
  const read = async (url: string) =>
    (await fetch(`${url}/api/trpc/posts.get?input=${input}`, { headers: { cookie } })).status
  expect([await read(app.url), await read(second.url)]).toEqual([200, 200])
  await app.db.delete(member).where(eq(member.userId, ada.id))
  expect([await read(app.url), await read(second.url)]).toEqual([404, 404])
})

test('a demoted admin has the rights of the new role from the next request', async () => {
  const [owner, ada] = await Promise.all([createUser(app.db), createUser(app.db)])
  const acme = await createOrganization(app.db, { owner, admin: ada })
  const { id } = await createPost(app.db, actorOf(owner, acme))
  const cookie = (await createSession(app.db, actorOf(ada, acme), { secret })).cookie(app.url)
  const update = async (url: string) => {
    const headers = { cookie, origin: app.url, 'content-type': 'application/json' }
    const body = JSON.stringify({ json: { id, title: 'New', content: 'New' } })
    return (await fetch(`${url}/api/trpc/posts.update`, { method: 'POST', headers, body })).status
  }
  expect([await update(app.url), await update(second.url)]).toEqual([200, 200])
  await app.db.update(member).set({ role: 'member' }).where(eq(member.userId, ada.id))
  expect([await update(app.url), await update(second.url)]).toEqual([403, 403])
})
