import { eq, sql } from 'drizzle-orm'
import { autonomousTransaction } from '#/db/current-transaction.server.ts'
import type { Db, OpenDatabase } from '#/db/database.server.ts'
import { deleteOld } from '#/db/delete-old.server.ts'
import { sharedRedis } from '#/redis/redis.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { LONGEST_WAIT, perDay, type Counted, type LimitRule } from './limit-rule.ts'
import { clearInRedis, countInRedis, readInRedis } from './limits-in-redis.server.ts'
import { limitCounter } from './limits.table.server.ts'

export { perDay, type LimitRule }

/**
 * Counts one attempt under `key` and throws AppError limit (with retryAfterSeconds) after more than `max`
 * in the window. A single atomic step, in Redis if it is configured and responds, else in the database by
 * its clock: exact across parallel attempts and instances. When Redis fails or returns, a window begins
 * again. Whatever handle is passed, the count survives a rollback
 * of the caller's transaction and waits for no other transaction. Returns the count and the time until
 * the window ends.
 */
export async function consumeLimit(db: Db, key: string, rule: LimitRule): Promise<Counted> {
  const redis = sharedRedis()
  const counted = (redis && (await countInRedis(redis, key, rule))) ?? (await countInDatabase(db, key, rule))
  if (counted.count > rule.max)
    throw new AppError('limit', 'errors:tooManyAttempts', { retryAfterSeconds: counted.waitSeconds })
  return counted
}

async function countInDatabase(db: Db, key: string, rule: LimitRule): Promise<Counted> {
  const window = sql`now() + make_interval(secs => ${rule.windowSeconds})`
  const isWindowOver = sql`${limitCounter.resetsAt} <= now()`
  const isForgiven = sql`${limitCounter.resetsAt} <= now() - interval '1 day'`
  // Only the first attempt over the limit extends the wait.
  const beginsWait = rule.doubles
    ? sql`(not (${isWindowOver}) and ${limitCounter.count} = ${rule.max})`
    : sql`false`
  const wait = sql`now() + make_interval(secs => ${rule.windowSeconds} * power(2, least(${limitCounter.waits}, ${LONGEST_WAIT})))`
  const [row] = await autonomousTransaction(db, (autonomous) =>
    autonomous
      .insert(limitCounter)
      .values({ key, count: 1, resetsAt: window })
      .onConflictDoUpdate({
        target: limitCounter.key,
        set: {
          count: sql`case when ${isWindowOver} then 1 else ${limitCounter.count} + 1 end`,
          waits: sql`case when ${beginsWait} then ${limitCounter.waits} + 1 when ${isForgiven} then 0 else ${limitCounter.waits} end`,
          resetsAt: sql`case when ${isWindowOver} then ${window} when ${beginsWait} then ${wait} else ${limitCounter.resetsAt} end`,
        },
      })
      .returning({ count: limitCounter.count, waitSeconds: secondsLeft }),
  )
  if (!row) throw new Error('The counter returned no row')
  return row
}

const secondsLeft = sql<number>`greatest(1, ceil(extract(epoch from ${limitCounter.resetsAt} - now())))::int`

/**
 * Returns the count of `key` in the current window and the time until it ends, without counting; undefined
 * without a window.
 */
export async function readLimit(db: Db, key: string): Promise<Counted | undefined> {
  const redis = sharedRedis()
  const inRedis = redis && (await readInRedis(redis, key))
  if (inRedis) return inRedis.count > 0 ? inRedis : undefined
  const [row] = await db
    .select({ count: limitCounter.count, waitSeconds: secondsLeft })
    .from(limitCounter)
    .where(sql`${limitCounter.key} = ${key} and ${limitCounter.resetsAt} > now()`)
  return row
}

/**
 * Charges `seconds` of a shared resource to `key` and returns the time, in seconds since 1970, at which the
 * charges before it end, which is now if there are none: the turn of the next user of the resource in a fair
 * order. Kept in the database in any case, and part of the caller's transaction.
 */
export async function chargeSeconds(db: Db, key: string, seconds: number): Promise<number> {
  const charged = sql`make_interval(secs => ${seconds})`
  const [row] = await db
    .insert(limitCounter)
    .values({ key, count: 1, resetsAt: sql`now() + ${charged}` })
    .onConflictDoUpdate({
      target: limitCounter.key,
      set: { resetsAt: sql`greatest(${limitCounter.resetsAt}, now()) + ${charged}` },
    })
    .returning({ turn: sql<number>`extract(epoch from ${limitCounter.resetsAt} - ${charged})::float` })
  if (!row) throw new Error('The counter returned no row')
  return row.turn
}

/** Resets `key`, such as wrong passwords after the right one. Survives a rollback, like a count. */
export async function clearLimit(db: Db, key: string): Promise<void> {
  const redis = sharedRedis()
  if (redis) await clearInRedis(redis, key)
  await autonomousTransaction(db, (autonomous) =>
    autonomous.delete(limitCounter).where(eq(limitCounter.key, key)),
  )
}

/**
 * Deletes counters after their window, those with a wait a day later, and returns their number. Runs as a
 * job. Counters in Redis expire by themselves.
 */
export async function sweepLimits(db: OpenDatabase['db'], signal?: AbortSignal): Promise<number> {
  const where = sql`${limitCounter.resetsAt}
    < now() - case when ${limitCounter.waits} > 0 then interval '1 day' else interval '0' end`
  return deleteOld(db, { table: limitCounter, where, signal })
}
