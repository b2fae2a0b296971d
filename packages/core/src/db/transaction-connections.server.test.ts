import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { sql } from 'drizzle-orm'
import { openTestDatabase } from '@plinth/testing/test-database.ts'

const { db, pool, connection } = await openTestDatabase()

test('a transaction that fails to begin releases its connection', async () => {
  for (let round = 0; round < 5; round++) {
    const admin = new pg.Client(connection)
    await admin.connect()
    // The pool notices late that a connection has ended, and may return it until then.
    await vi.waitFor(() => pool.query('select 1'), { timeout: 30_000 })
    const ended = admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    )
    await Promise.allSettled([1, 2, 3].map(() => db.transaction((tx) => tx.execute(sql`select 1`))))
    await ended
    await admin.end()
  }
  expect(pool.totalCount - pool.idleCount).toBe(0)
})
