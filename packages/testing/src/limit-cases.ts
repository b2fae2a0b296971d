import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Db, OpenDatabase } from '@plinth/core/database/server'
import { clearLimit, consumeLimit, readLimit } from '@plinth/core/verb/server'
import { sweepLimits } from '@plinth/core/internal/limits/limits.server.ts'
import { createId } from '@plinth/core/schema'
import { failureOf, outcomesOf } from './failure-of.ts'

const rule = { max: 5, windowSeconds: 60 }
const times = <T>(number: number, work: (at: number) => T) =>
  Array.from({ length: number }, (_, at) => work(at))

/** Counts that many attempts; throws on the first rejection. */
export async function attempt(handle: Db, key: string, number = 1): Promise<void> {
  for (let at = 0; at < number; at++) await consumeLimit(handle, key, rule)
}

type Counting = {
  db: OpenDatabase['db']
  /** The handle of one of two instances, after preparing the next call to come from it. */
  instance(at: number): Db
  /** Simulates that many seconds passing for this key. */
  letPass(key: string, seconds: number): PromiseLike<unknown>
}

/** The guarantees of a limit, run against both backends: the database and Redis. */
export function limitCases({ db, instance, letPass }: Counting): void {
  describe('a limit', () => {
    test('allows exactly its maximum, then says when to retry', async () => {
      const key = createId()
      await attempt(db, key, 5)
      const { kind, code, params } = await failureOf(attempt(db, key))
      expect({ kind, code }).toEqual({ kind: 'limit', code: 'errors:tooManyAttempts' })
      const { retryAfterSeconds } = params as { retryAfterSeconds: number }
      expect(retryAfterSeconds).toBeGreaterThan(30)
      expect(retryAfterSeconds).toBeLessThanOrEqual(60)
    })

    test('counts each key separately', async () => {
      const [full, free] = [createId(), createId()]
      await attempt(db, full, 5)
      await attempt(db, free)
    })

    test('allows exactly its maximum of 200 parallel calls', async () => {
      const key = createId()
      expect(await outcomesOf(times(200, () => attempt(db, key)))).toEqual({ ok: 5, limit: 195 })
    })

    test('holds across several instances', async () => {
      const key = createId()
      expect(await outcomesOf(times(100, (at) => attempt(instance(at), key)))).toEqual({ ok: 5, limit: 95 })
    })

    test('holds inside 60 parallel transactions and counts those that roll back', async () => {
      const key = createId()
      let passed = 0
      const calls = times(60, (at) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`select 1`)
          await attempt(at % 2 === 0 ? tx : db, key)
          passed++
          throw new Error('rolled back')
        }),
      )
      await Promise.allSettled(calls)
      expect([passed, (await readLimit(db, key))?.count]).toEqual([5, 60])
    })

    test('does not block other calls while a transaction that counted it is open', async () => {
      const key = createId()
      await db.transaction(async (tx) => {
        await attempt(tx, key)
        // Would wait for the end of this transaction if the count were part of it.
        await tx.transaction((inner) => attempt(inner, key))
        expect(await outcomesOf([attempt(tx, key), attempt(tx, key)])).toEqual({ ok: 2 })
      })
    })

    test('resets when its window ends, and not before', async () => {
      const key = createId()
      await attempt(db, key, 5)
      await letPass(key, 45)
      const { params } = await failureOf(attempt(db, key))
      expect((params as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(15)
      await letPass(key, 16)
      expect(await outcomesOf(times(20, () => attempt(db, key)))).toEqual({ ok: 5, limit: 15 })
    })

    test('is not extended by rejected attempts', async () => {
      const key = createId()
      await attempt(db, key, 5)
      await letPass(key, 30)
      await outcomesOf(times(10, () => attempt(db, key)))
      const { waitSeconds = 0 } = (await readLimit(db, key)) ?? {}
      expect(waitSeconds).toBeGreaterThan(0)
      expect(waitSeconds).toBeLessThanOrEqual(30)
    })

    test('can be read without counting, and is zero after its window', async () => {
      const key = createId()
      expect(await readLimit(db, key)).toBeUndefined()
      await attempt(db, key, 3)
      expect((await readLimit(db, key))?.count).toBe(3)
      expect((await readLimit(db, key))?.waitSeconds).toBeLessThanOrEqual(60)
      await letPass(key, 61)
      expect(await readLimit(db, key)).toBeUndefined()
    })
  })

  describe('a limit on guesses', () => {
    const guesses = { ...rule, doubles: true as const }
    const guess = (key: string) => consumeLimit(db, key, guesses)
    const waitOf = async (key: string) =>
      ((await failureOf(guess(key))) as { params: { retryAfterSeconds: number } }).params.retryAfterSeconds
    const minutes = (seconds: number) => Math.round(seconds / 60)

    test('doubles the wait each time the limit is exceeded', async () => {
      const key = createId()
      const waits: number[] = []
      for (let round = 0; round < 4; round++) {
        expect(await outcomesOf(times(30, () => guess(key)))).toEqual({ ok: 5, limit: 25 })
        waits.push(minutes(await waitOf(key)))
        await letPass(key, 60 * 2 ** round + 1)
      }
      expect(waits).toEqual([1, 2, 4, 8])
    })

    test('keeps the doubled wait through a sweep, and resets it after a quiet day or a correct guess', async () => {
      const [swept, quiet, right] = [createId(), createId(), createId()]
      for (const key of [swept, quiet, right]) {
        await outcomesOf(times(6, () => guess(key)))
        await letPass(key, 61)
      }
      await sweepLimits(db)
      await letPass(quiet, 86_400)
      await clearLimit(db, right)
      for (const key of [swept, quiet, right]) await outcomesOf(times(6, () => guess(key)))
      expect(await Promise.all([swept, quiet, right].map(async (key) => minutes(await waitOf(key))))).toEqual(
        [2, 1, 1],
      )
    })
  })

  test('a cleared counter is deleted, even if the transaction rolls back', async () => {
    const [inside, outside] = [createId(), createId()]
    await attempt(db, outside, 5)
    await clearLimit(db, outside)
    await attempt(db, outside, 5)
    await attempt(db, inside, 5)
    await expect(
      db.transaction(async (tx) => {
        await clearLimit(tx, inside)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await attempt(db, inside, 5)
  })
}
