import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '#/db/database.server.ts'
import { createId } from '#/lib/create-id.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { failureOf, outcomesOf } from '@plinth/testing/failure-of.ts'
import { limitCases, attempt } from '@plinth/testing/limit-cases.ts'
import { refuseLargeDeletes } from '@plinth/testing/refuse-large-deletes.ts'
import { openTestDatabase, PATIENT, testLog } from '@plinth/testing/test-database.ts'
import { sweepLimits } from './limits.server.ts'
import { limitCounter } from './limits.table.server.ts'

const { db, connection } = await openTestDatabase()
const other = openDatabase({ ...connection, ...PATIENT }, testLog)
atEnd(() => other.close())
const times = <T>(number: number, work: (at: number) => T) =>
  Array.from({ length: number }, (_, at) => work(at))
const countOf = async (key: string) =>
  (await db.select().from(limitCounter).where(eq(limitCounter.key, key)))[0]?.count

const letPass = (key: string, seconds: number) =>
  db
    .update(limitCounter)
    .set({ resetsAt: sql`${limitCounter.resetsAt} - make_interval(secs => ${seconds})` })
    .where(eq(limitCounter.key, key))

limitCases({ db, instance: (at) => (at % 2 === 0 ? db : other.db), letPass })

test('the sweep deletes expired counters only', async () => {
  await db.delete(limitCounter)
  const [over, running] = [createId(), createId()]
  await attempt(db, over)
  await attempt(db, running, 5)
  await letPass(over, 61)
  expect(await sweepLimits(db)).toBe(1)
  expect(await countOf(over)).toBeUndefined()
  expect(await failureOf(attempt(db, running))).toMatchObject({ kind: 'limit' })
})

test('the sweep deletes a backlog in batches, and no counter that is just being renewed', async () => {
  await db.delete(limitCounter)
  await refuseLargeDeletes(db, limitCounter)
  await db.execute(sql`
    insert into limit_counter (key, count, resets_at)
    select 'old-' || n, 1, now() - interval '1 minute' from generate_series(1, 2001) n`)
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const renewing = db.transaction(async (tx) => {
    await tx
      .update(limitCounter)
      .set({ count: 2, resetsAt: sql`now() + interval '1 minute'` })
      .where(eq(limitCounter.key, 'old-7'))
    held.resolve()
    await free.promise
  })
  await held.promise
  const sweeping = sweepLimits(other.db)
  await sleep(200)
  free.resolve()
  await renewing
  expect(await sweeping).toBe(2_000)
  expect(await countOf('old-7')).toBe(2)
})

test('a concurrent sweep loses no attempts', async () => {
  const key = createId()
  const calls = times(60, (at) => (at % 10 === 0 ? sweepLimits(db) : attempt(db, key)))
  const outcomes = await outcomesOf(calls)
  expect(outcomes).toEqual({ ok: 6 + 5, limit: 49 })
})

test('attempts are counted while other requests hold the whole pool, so requests that fail with 503 count too', async () => {
  const small = openDatabase({ ...connection, ...PATIENT, max: 2 }, testLog)
  const key = createId()
  const free = Promise.withResolvers<void>()
  const held = times(2, () => small.db.transaction(() => free.promise))
  expect(await outcomesOf(times(8, () => attempt(small.db, key)))).toEqual({ ok: 5, limit: 3 })
  free.resolve()
  await Promise.all(held)
  await small.close()
})
