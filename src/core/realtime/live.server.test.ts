import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openTestDatabase, testLog } from '../../../tests/test-database.ts'
import { announce, openLive } from './live.server.ts'

const { db, connection } = await openTestDatabase()

/** Counts what a stream yields until told to stop. */
function follow(live: ReturnType<typeof openLive>, ...topics: string[]) {
  const end = new AbortController()
  const seen = { times: 0 }
  const over = (async () => {
    for await (const _ of live.changes(topics, end.signal)) seen.times++
  })()
  const until = async (times: number) => await expect.poll(() => seen.times, { timeout: 5_000 }).toBe(times)
  async function stop() {
    end.abort()
    await over
  }
  return { seen, until, stop }
}

describe('a stream of changes', () => {
  test('yields at once, after each announcement of its topics, on every instance, and not for others', async () => {
    const [one, two] = [openLive(connection, testLog), openLive(connection, testLog)]
    const [first, second] = [follow(one, 'a', 'b'), follow(two, 'b')]
    await Promise.all([first.until(1), second.until(1)])
    await db.transaction((tx) => announce(tx, 'a'))
    await first.until(2)
    await db.transaction((tx) => announce(tx, 'b'))
    await Promise.all([first.until(3), second.until(2)])
    await Promise.all([first.stop(), second.stop(), one.close(), two.close()])
  })

  test('hears nothing of a transaction that is rolled back', async () => {
    const live = openLive(connection, testLog)
    const stream = follow(live, 'c')
    await stream.until(1)
    await db
      .transaction(async (tx) => {
        await announce(tx, 'c')
        throw new Error('rolled back')
      })
      .catch(() => {})
    await db.transaction((tx) => announce(tx, 'c'))
    await stream.until(2)
    await Promise.all([stream.stop(), live.close()])
  })

  test('looks again after its connection was cut', async () => {
    const live = openLive(connection, testLog)
    const stream = follow(live, 'd')
    await stream.until(1)
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'plinth live'`,
    )
    await stream.until(2)
    await db.transaction((tx) => announce(tx, 'd'))
    await stream.until(3)
    await Promise.all([stream.stop(), live.close()])
  })

  test('ends when the instance stops', async () => {
    const live = openLive(connection, testLog)
    const stream = follow(live, 'e')
    await stream.until(1)
    await live.close()
    await stream.stop()
  })
})
