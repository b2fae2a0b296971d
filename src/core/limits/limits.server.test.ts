import { eq, sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Db } from '#/core/db/database.server.ts'
import { createId } from '#/lib/create-id.ts'
import { failureOf, outcomesOf } from '../../../tests/failure-of.ts'
import { openTestDatabase, testLog } from '../../../tests/test-database.ts'
import { clearLimit, consumeLimit, sweepLimits } from './limits.server.ts'
import { limitCounter } from './limits.table.server.ts'

const { db, connection } = await openTestDatabase()
const rule = { max: 5, windowSeconds: 60 }
const times = <T>(number: number, work: (at: number) => T) => Array.from({ length: number }, (_, at) => work(at))
const countOf = async (key: string) => (await db.select().from(limitCounter).where(eq(limitCounter.key, key)))[0]?.count

/** As if that many seconds had passed for this key. */
const letPass = (key: string, seconds: number) =>
  db
    .update(limitCounter)
    .set({ resetsAt: sql`${limitCounter.resetsAt} - make_interval(secs => ${seconds})` })
    .where(eq(limitCounter.key, key))

async function use(handle: Db, key: string, number = 1): Promise<void> {
  for (let at = 0; at < number; at++) await consumeLimit(handle, key, rule)
}

describe('a limit', () => {
  test('lets exactly so many pass, then says when to come back', async () => {
    const key = createId()
    await use(db, key, 5)
    const { kind, code, params } = await failureOf(use(db, key))
    expect({ kind, code }).toEqual({ kind: 'limit', code: 'errors:tooManyAttempts' })
    const { retryAfterSeconds } = params as { retryAfterSeconds: number }
    expect(retryAfterSeconds).toBeGreaterThan(55)
    expect(retryAfterSeconds).toBeLessThanOrEqual(60)
  })

  test('of one key says nothing about another', async () => {
    const [full, free] = [createId(), createId()]
    await use(db, full, 5)
    await use(db, free)
  })

  test('called 200 times at once lets exactly so many pass', async () => {
    const key = createId()
    expect(await outcomesOf(times(200, () => use(db, key)))).toEqual({ ok: 5, limit: 195 })
  })

  test('holds over several instances', async () => {
    const other = openDatabase(connection, testLog)
    onTestFinished(() => other.close())
    const key = createId()
    expect(await outcomesOf(times(100, (at) => use(at % 2 === 0 ? db : other.db, key)))).toEqual({ ok: 5, limit: 95 })
  })

  test('holds inside transactions, 60 of them at once, and counts those that are rolled back', async () => {
    const key = createId()
    let passed = 0
    const calls = times(60, (at) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        await use(at % 2 === 0 ? tx : db, key)
        passed++
        throw new Error('rolled back')
      }),
    )
    await Promise.allSettled(calls)
    expect([passed, await countOf(key)]).toEqual([5, 60])
  })

  test('makes nobody wait for a transaction in which it was counted', async () => {
    const key = createId()
    await db.transaction(async (tx) => {
      await use(tx, key)
      // Would wait for the end of this transaction if the count were part of it.
      await tx.transaction((inner) => use(inner, key))
      expect(await outcomesOf([use(tx, key), use(tx, key)])).toEqual({ ok: 2 })
    })
  })

  test('begins anew when its window is over, and not before', async () => {
    const key = createId()
    await use(db, key, 5)
    await letPass(key, 58)
    const { params } = await failureOf(use(db, key))
    expect((params as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(2)
    await letPass(key, 3)
    expect(await outcomesOf(times(20, () => use(db, key)))).toEqual({ ok: 5, limit: 15 })
  })

  test('is not put off by attempts that were refused', async () => {
    const key = createId()
    await use(db, key, 5)
    const [before] = await db.select().from(limitCounter).where(eq(limitCounter.key, key))
    await outcomesOf(times(10, () => use(db, key)))
    const [after] = await db.select().from(limitCounter).where(eq(limitCounter.key, key))
    expect(after?.resetsAt).toEqual(before?.resetsAt)
  })
})

describe('a limit on guesses', () => {
  const guesses = { ...rule, doubles: true as const }
  const guess = (key: string) => consumeLimit(db, key, guesses)
  const waitOf = async (key: string) => ((await failureOf(guess(key))) as { params: { retryAfterSeconds: number } }).params.retryAfterSeconds
  const minutes = (seconds: number) => Math.round(seconds / 60)

  test('makes each wait twice as long as the one before, from the first guess too many on', async () => {
    const key = createId()
    const waits: number[] = []
    for (let round = 0; round < 4; round++) {
      expect(await outcomesOf(times(30, () => guess(key)))).toEqual({ ok: 5, limit: 25 })
      waits.push(minutes(await waitOf(key)))
      await letPass(key, 60 * 2 ** round + 1)
    }
    expect(waits).toEqual([1, 2, 4, 8])
  })

  test('remembers that over a sweep, and forgives it after a quiet day or a right answer', async () => {
    const [swept, quiet, right] = [createId(), createId(), createId()]
    for (const key of [swept, quiet, right]) {
      await outcomesOf(times(6, () => guess(key)))
      await letPass(key, 61)
    }
    await sweepLimits(db)
    await letPass(quiet, 86_400)
    await clearLimit(db, right)
    for (const key of [swept, quiet, right]) await outcomesOf(times(6, () => guess(key)))
    expect(await Promise.all([swept, quiet, right].map(async (key) => minutes(await waitOf(key))))).toEqual([2, 1, 1])
  })
})

test('what is cleared is forgotten, also in a transaction that is rolled back', async () => {
  const [inside, outside] = [createId(), createId()]
  await use(db, outside, 5)
  await clearLimit(db, outside)
  await use(db, outside, 5)
  await use(db, inside, 5)
  await expect(
    db.transaction(async (tx) => {
      await clearLimit(tx, inside)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await use(db, inside, 5)
})

test('the sweep takes what is over and nothing else', async () => {
  await db.delete(limitCounter)
  const [over, running] = [createId(), createId()]
  await use(db, over)
  await use(db, running, 5)
  await letPass(over, 61)
  expect(await sweepLimits(db)).toBe(1)
  expect(await countOf(over)).toBeUndefined()
  expect(await failureOf(use(db, running))).toMatchObject({ kind: 'limit' })
})

test('a sweep among attempts loses none', async () => {
  const key = createId()
  const calls = times(60, (at) => (at % 10 === 0 ? sweepLimits(db) : use(db, key)))
  const outcomes = await outcomesOf(calls)
  expect(outcomes).toEqual({ ok: 6 + 5, limit: 49 })
})
