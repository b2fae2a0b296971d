import { describe, expect, onTestFinished, test } from 'vitest'
import { getBrand } from '#/brand.ts'
import { openRedis, provideRedis, type Redis } from '#/redis/redis.server.ts'
import { createId } from '#/lib/create-id.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { outcomesOf } from '@plinth/testing/failure-of.ts'
import { limitCases, attempt } from '@plinth/testing/limit-cases.ts'
import { isRedisMissing, patientRedis, startRedis } from '@plinth/testing/servers/redis-server.ts'
import { openTestDatabase, testLog } from '@plinth/testing/test-database.ts'
import { consumeLimit } from './limits.server.ts'
import { limitCounter } from './limits.table.server.ts'

const { db } = await openTestDatabase()
const keyOf = (key: string) => `${getBrand().key}:limit:${key}`
const inDatabase = async () => (await db.select().from(limitCounter)).length
const attempts = (number: number, key: string) =>
  outcomesOf(Array.from({ length: number }, () => attempt(db, key)))

describe.skipIf(isRedisMissing)('counted in Redis', async () => {
  if (isRedisMissing) return
  const server = await startRedis()
  const [one, two] = [await patientRedis(server.url), await patientRedis(server.url)]
  provideRedis(one)
  atEnd(async () => provideRedis(undefined))

  async function letPass(key: string, seconds: number) {
    const gone = await one.attempt(async (client) => {
      await client.hIncrBy(keyOf(key), 'resetsAt', -seconds * 1_000)
      return client.pExpire(keyOf(key), (await client.pTTL(keyOf(key))) - seconds * 1_000)
    })
    if (gone === undefined) throw new Error('Redis is unavailable')
  }

  limitCases({
    db,
    letPass,
    instance: (at) => {
      provideRedis(at % 2 === 0 ? one : two)
      return db
    },
  })

  test('nothing was written to the database', async () => {
    expect(await inDatabase()).toBe(0)
  })

  test('a counter expires with its window, or a day after a wait', async () => {
    const lifeOf = (key: string) => one.attempt((client) => client.pTTL(keyOf(key)))
    const [plain, waiting] = [createId(), createId()]
    await attempt(db, plain)
    expect(await lifeOf(plain)).toBeLessThanOrEqual(60_000)
    await outcomesOf(
      Array.from({ length: 6 }, () =>
        consumeLimit(db, waiting, { max: 5, windowSeconds: 60, doubles: true }),
      ),
    )
    expect(await lifeOf(waiting)).toBeGreaterThan(86_400_000)
    expect(await lifeOf(waiting)).toBeLessThanOrEqual(86_460_000)
  })
})

/** Opens Redis as the application does, with the default timeouts. */
async function openUsual(url: string): Promise<Redis> {
  const redis = await openRedis(url, testLog)
  provideRedis(redis)
  onTestFinished(() => {
    provideRedis(undefined)
    redis.close()
  })
  return redis
}

describe.skipIf(isRedisMissing)('with a Redis that fails', () => {
  test('from the start, the database counts', async () => {
    await openUsual('redis://127.0.0.1:1')
    const key = createId()
    expect(await attempts(50, key)).toEqual({ ok: 5, limit: 45 })
  })

  test.each(['killed', 'frozen'] as const)(
    'because it was %s under load, no attempt fails, and each store allows at most the limit',
    async (how) => {
      const server = await startRedis()
      const redis = await openUsual(server.url)
      await expect.poll(() => redis.isTrusted()).toBe(true)
      const key = createId()
      const sum = { ok: 0, limit: 0 }
      for (let round = 0; round < 30; round++) {
        const calls = Array.from({ length: 10 }, () => attempt(db, key))
        if (round === 10) void (how === 'killed' ? server.kill() : server.freeze())
        const { ok = 0, limit = 0, ...others } = await outcomesOf(calls)
        expect(others).toEqual({})
        sum.ok += ok
        sum.limit += limit
      }
      expect(sum.ok + sum.limit).toBe(300)
      expect(sum.ok).toBeGreaterThanOrEqual(5)
      expect(sum.ok).toBeLessThanOrEqual(10)
      expect(redis.isTrusted()).toBe(false)
    },
  )

  test('and recovers, one caller tries it again after a while, and it counts again', async () => {
    const server = await startRedis()
    const redis = await patientRedis(server.url)
    provideRedis(redis)
    onTestFinished(() => provideRedis(undefined))
    await server.kill()
    expect(await attempts(20, createId())).toEqual({ ok: 5, limit: 15 })
    await server.start()
    await expect.poll(() => redis.isTrusted()).toBe(true)
    await attempt(db, createId())
    const before = await inDatabase()
    expect(await attempts(20, createId())).toEqual({ ok: 5, limit: 15 })
    expect(await inDatabase()).toBe(before)
  })

  test('because it is full, the database counts', async () => {
    const server = await startRedis('--maxmemory', '1', '--maxmemory-policy', 'noeviction')
    await openUsual(server.url)
    expect(await attempts(20, createId())).toEqual({ ok: 5, limit: 15 })
  })
})
