import { beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { createHttpClient } from '@plinth/testing/http-client.ts'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { createEmptyDatabase } from '@plinth/testing/test-database.ts'
import { startDatabaseProxy } from '@plinth/testing/http/database-proxy.ts'
import { PASSWORD, urlOf } from '@plinth/testing/http/open-app.ts'

const shared = { DEMO_PASSWORD: PASSWORD, BETTER_AUTH_SECRET: 'k3vT9mQ2xW8zR5nB7cJ4hL6pD1sF0gYa' }
const ADDRESS = 'http://localhost:8080'
let apps: RunningApp[]
let database: pg.Client

beforeAll(async () => {
  requireBuild()
  const connection = await createEmptyDatabase()
  const proxy = await startDatabaseProxy(urlOf(connection))
  // As behind a load balancer: one public address.
  const env = { ...shared, DATABASE_URL: proxy.url, APP_URL: ADDRESS }
  const started = await Promise.allSettled([0, 1, 2].map(() => startApp({ env })))
  apps = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  database = new pg.Client(connection)
  await database.connect()
  atEnd(async () => {
    await database.end()
    await Promise.all(apps.map((app) => app.stop()))
    await proxy.close()
  })
  for (const result of started) if (result.status === 'rejected') throw result.reason
})

const countOf = async (table: string) =>
  Number((await database.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count)

test('instances that start together on an empty database all come up, with migrations and demo applied once', async () => {
  expect(apps).toHaveLength(3)
  const { rows } = await database.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations')
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(rows.length)
  expect(await countOf('"user"')).toBe(14)
  expect(apps.filter((app) => app.output().includes('the demo data was created'))).toHaveLength(1)
  for (const app of apps) expect(app.problems()).toEqual([])
})

test('a session of one instance is valid on all, until it ends on one', async () => {
  const [first, second, third] = apps.map((app) => app.url)
  const client = createHttpClient(first ?? '', ADDRESS)
  expect(
    (await client.post('/api/auth/sign-in/email', { email: 'ada@example.com', password: PASSWORD })).status,
  ).toBe(200)
  const cookie = client.cookie()
  const seenBy = async (url = '') =>
    (await fetch(`${url}/api/trpc/sessions.list`, { headers: { cookie } })).status
  expect([await seenBy(first), await seenBy(second), await seenBy(third)]).toEqual([200, 200, 200])
  await client.post('/api/auth/sign-out', {})
  expect([await seenBy(first), await seenBy(second), await seenBy(third)]).toEqual([401, 401, 401])
})
