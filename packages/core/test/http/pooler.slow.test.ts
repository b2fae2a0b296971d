import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import { isPgBouncerMissing, startPgBouncer } from '@plinth/testing/servers/pgbouncer.ts'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { createEmptyDatabase } from '@plinth/testing/test-database.ts'
import { startDatabaseProxy } from '@plinth/testing/http/database-proxy.ts'
import { PASSWORD, urlOf } from '@plinth/testing/http/open-app.ts'
import { hasLiveUpdates, openLiveStream, writeSomething } from '@plinth/testing/http/live-stream.ts'

/** The URL of an empty database, bypassing any pooler. */
async function emptyDatabase(): Promise<string> {
  const proxy = await startDatabaseProxy(urlOf(await createEmptyDatabase()))
  atEnd(() => proxy.close())
  return proxy.url
}

describe.skipIf(isPgBouncerMissing)('through a real PgBouncer', () => {
  let direct: string
  let pooled: string
  let database: pg.Client
  let apps: RunningApp[]
  let ada: HttpClient
  const start = (more: Record<string, string> = {}) =>
    startApp({
      env: {
        ...more,
        DATABASE_URL: pooled,
        DATABASE_DIRECT_URL: direct,
        DEMO_PASSWORD: PASSWORD,
        LOG_LEVEL: 'warn',
      },
    })

  beforeAll(async () => {
    requireBuild()
    direct = await emptyDatabase()
    pooled = await startPgBouncer(direct, { poolSize: 5 })
    database = new pg.Client(direct)
    database.on('error', () => {})
    await database.connect()
    const first = await start()
    apps = [first, await start({ APP_URL: first.url })]
    atEnd(async () => {
      await database.end()
      for (const app of apps.toReversed()) await app.stop()
    })
    ada = await signedInClient(first.url, { email: 'ada@example.com', password: PASSWORD })
  })

  test('two instances start one after the other and leave no session state behind', async () => {
    for (const { url } of apps) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const { rows } = await database.query(
      "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    )
    expect(rows).toEqual([])
  })

  test('many concurrent reads and writes succeed on any pooled connection', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const answer =
          at % 3 === 0
            ? await ada.post('/api/trpc/profile.setLanguage', { json: { language: 'en' } })
            : await ada.get(at % 3 === 1 ? '/api/trpc/sessions.list' : '/dashboard/settings')
        await answer.text()
        return answer.status
      }),
    )
    expect(new Set(answers)).toEqual(new Set([200]))
    for (const app of apps) {
      expect(app.problems()).toEqual([])
      expect(app.output()).not.toContain('prepared statement')
    }
  })

  test.skipIf(!hasLiveUpdates)('every write on one instance reaches the other', async () => {
    const stream = await openLiveStream(apps[1]?.url ?? '', ada.cookie())
    for (let round = 0; round < 5; round++) {
      const heard = stream?.next()
      expect((await writeSomething(ada)).status).toBe(200)
      await heard
    }
    await stream?.close()
  })

  test('timeouts apply: requests waiting for a locked table are ended and block nobody else', async () => {
    const holder = new pg.Client(direct)
    await holder.connect()
    await holder.query('begin; lock table account_export in access exclusive mode')
    try {
      const stuck = Array.from(
        { length: 3 },
        async () => (await ada.get('/api/trpc/account.latestExport')).status,
      )
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect((await ada.get('/api/trpc/sessions.list')).status).toBe(200)
      expect(await Promise.all(stuck)).toEqual([503, 503, 503])
    } finally {
      await holder.end()
    }
    expect((await ada.get('/api/trpc/account.latestExport')).status).toBe(200)
    const { rows } = await drizzle({ client: database }).execute<{ count: number }>(
      sql`select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    expect(rows[0]?.count).toBe(0)
  })
})

describe.skipIf(isPgBouncerMissing)(
  'a pooler that the settings do not declare stops the start with one line',
  () => {
    test('in transaction mode', async () => {
      const pooled = await startPgBouncer(await emptyDatabase())
      const urls = { DATABASE_URL: pooled }
      for (const env of [urls, { ...urls, DATABASE_DIRECT_URL: pooled }])
        await expect(startApp({ env })).rejects.toThrow(
          /✗ The database can't be used.+goes through a connection pooler.+DATABASE_DIRECT_URL/,
        )
    })

    test('so does another database in DATABASE_DIRECT_URL', async () => {
      const pooled = await startPgBouncer(await emptyDatabase())
      const refused = (direct: string) =>
        startApp({ env: { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct } })
      await expect(refused(await emptyDatabase())).rejects.toThrow(
        /✗ DATABASE_DIRECT_URL points to a different database than DATABASE_URL/,
      )
    })
  },
)
