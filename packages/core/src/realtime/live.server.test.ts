import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getBrand } from '#/brand.ts'
import { openRedis, provideRedis, sharedRedis, type Redis } from '#/redis/redis.server.ts'
import {
  isRedisMissing,
  patientRedis,
  startRedis,
  type RedisUnderTest,
} from '@plinth/testing/servers/redis-server.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { announce, openLive } from './live.server.ts'

const { db, connection } = await openTestDatabase()
/** Long enough that a stream never polls: whatever it yields was announced. */
const NEVER_MS = 3_600_000

/** Counts what a stream yields until stopped. */
function follow(live: ReturnType<typeof openLive>, ...topics: string[]) {
  const end = new AbortController()
  const seen = { times: 0 }
  const over = (async () => {
    for await (const _ of live.changes(topics, end.signal)) seen.times++
  })()
  const until = async (times: number) => await expect.poll(() => seen.times).toBe(times)
  async function stop() {
    end.abort()
    await over
  }
  return { seen, until, stop }
}

describe('a stream of changes', () => {
  test('yields immediately and after each announcement of its topics, on every instance, not for other topics', async () => {
    const [one, two] = [openLive(connection, testLog), openLive(connection, testLog)]
    const [first, second] = [follow(one, 'a', 'b'), follow(two, 'b')]
    await Promise.all([first.until(1), second.until(1)])
    await db.transaction((tx) => announce(tx, 'a'))
    await first.until(2)
    await db.transaction((tx) => announce(tx, 'b'))
    await Promise.all([first.until(3), second.until(2)])
    await Promise.all([first.stop(), second.stop(), one.close(), two.close()])
  })

  test('does not yield for a rolled back transaction', async () => {
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

  test('yields again after a lost connection', async () => {
    const live = openLive(connection, testLog)
    const stream = follow(live, 'd')
    await stream.until(1)
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = ${`${getBrand().key} live`}`,
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

describe.skipIf(isRedisMissing)('with Redis, a stream of changes', () => {
  async function withRedis(): Promise<{ server: RedisUnderTest; redis: Redis }> {
    const server = await startRedis()
    const redis = await patientRedis(server.url)
    provideRedis(redis)
    onTestFinished(() => provideRedis(undefined))
    return { server, redis }
  }

  /** Follows a topic on two instances with Redis. `looked` returns the lower count of yields. */
  async function twoInstances(topic: string, pollWithoutRedisMs = NEVER_MS) {
    const lives = [1, 2].map(() => openLive(connection, testLog, pollWithoutRedisMs))
    const streams = lives.map((live) => follow(live, topic))
    await expect
      .poll(() => sharedRedis()?.attempt((client) => client.pubSubNumSub('live_updates:2')))
      .toEqual({ 'live_updates:2': 2 })
    const looked = () => Math.min(...streams.map(({ seen }) => seen.times))
    // Each yields once it has a connection to the database, and maybe again once it has one to Redis.
    await expect.poll(looked).toBeGreaterThan(0)
    for (let before = -1; before !== looked();) {
      before = looked()
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    onTestFinished(async () => {
      await Promise.all([...streams.map((stream) => stream.stop()), ...lives.map((live) => live.close())])
    })
    return {
      looked,
      hears: async (more: number) => await expect.poll(looked).toBeGreaterThan(more),
    }
  }

  /** Collects PostgreSQL's notifications from now on. */
  async function notifications(): Promise<string[]> {
    const client = new Client(connection)
    const heard: string[] = []
    client.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('listen live_updates')
    return heard
  }

  const say = (topic: string) => db.transaction((tx) => announce(tx, topic))

  test('yields on every instance after a commit, without PostgreSQL, and not after a rollback', async () => {
    await withRedis()
    const { looked, hears } = await twoInstances('f')
    const notified = await notifications()
    const before = looked()
    await db
      .transaction(async (tx) => {
        await announce(tx, 'f')
        throw new Error('rolled back')
      })
      .catch(() => {})
    await db.transaction(async (tx) => {
      await announce(tx, 'f')
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(looked()).toBe(before)
    })
    await hears(before)
    await db.execute(sql`select pg_notify('live_updates', 'by hand')`)
    await expect.poll(() => notified).toEqual(['by hand'])
  })

  test('yields for announcements while Redis is killed and down, and through Redis once it is back', async () => {
    const { server, redis } = await withRedis()
    const { looked, hears } = await twoInstances('g')
    const killed = server.kill()
    // While it is killed: the announcer may not have noticed yet.
    for (let round = 0; round < 5; round++) {
      const before = looked()
      await say('g')
      await hears(before)
    }
    await killed
    const gone = looked()
    await say('g')
    await hears(gone)
    await server.start()
    await expect.poll(() => redis.isTrusted()).toBe(true)
    const back = looked()
    await say('g')
    await hears(back)
  })

  test('yields for announcements while Redis is frozen', async () => {
    const { server } = await withRedis()
    const usual = await openRedis(server.url, testLog)
    onTestFinished(() => usual.close())
    provideRedis(usual)
    await expect.poll(() => usual.isTrusted()).toBe(true)
    const { looked, hears } = await twoInstances('h')
    server.freeze()
    for (let round = 0; round < 3; round++) {
      const before = looked()
      await say('h')
      await hears(before)
    }
    server.thaw()
  })

  test('polls while its instance has lost Redis', async () => {
    const { server } = await withRedis()
    const { looked } = await twoInstances('i', 500)
    await server.kill()
    const before = looked()
    await expect.poll(looked).toBeGreaterThan(before)
    const first = looked()
    await expect.poll(looked).toBeGreaterThan(first)
  })
})
