import { eq, lt, sql } from 'drizzle-orm'
import { besideTransaction, type Db } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { limitCounter } from './limits.table.server.ts'

export type LimitRule = {
  max: number
  windowSeconds: number
  /** For guesses: whoever goes on past the limit waits a window from then, the next time twice as long, and so on up to 64 times; a quiet day forgives. */
  doubles?: true
}

const LONGEST_WAIT = 6

/**
 * Counts one attempt under `key` and throws AppError limit (with retryAfterSeconds) once there were more than `max` in the window.
 * One statement on the database's clock: right under any number of parallel attempts and instances. The count stays when the
 * caller's transaction rolls back, and nobody waits for that transaction, whichever handle is given.
 */
export async function consumeLimit(db: Db, key: string, rule: LimitRule): Promise<void> {
  const window = sql`now() + make_interval(secs => ${rule.windowSeconds})`
  const isOver = sql`${limitCounter.resetsAt} <= now()`
  const isForgiven = sql`${limitCounter.resetsAt} <= now() - interval '1 day'`
  // The first attempt too many, and no later one: refused attempts put nothing off.
  const beginsWait = rule.doubles ? sql`(not (${isOver}) and ${limitCounter.count} = ${rule.max})` : sql`false`
  const wait = sql`now() + make_interval(secs => ${rule.windowSeconds} * power(2, least(${limitCounter.waits}, ${LONGEST_WAIT})))`
  const [row] = await besideTransaction(db, (beside) =>
    beside
      .insert(limitCounter)
      .values({ key, count: 1, resetsAt: window })
      .onConflictDoUpdate({
        target: limitCounter.key,
        set: {
          count: sql`case when ${isOver} then 1 else ${limitCounter.count} + 1 end`,
          waits: sql`case when ${beginsWait} then ${limitCounter.waits} + 1 when ${isForgiven} then 0 else ${limitCounter.waits} end`,
          resetsAt: sql`case when ${isOver} then ${window} when ${beginsWait} then ${wait} else ${limitCounter.resetsAt} end`,
        },
      })
      .returning({
        count: limitCounter.count,
        waitSeconds: sql<number>`greatest(1, ceil(extract(epoch from ${limitCounter.resetsAt} - now())))::int`,
      }),
  )
  if (row && row.count > rule.max) throw new AppError('limit', 'errors:tooManyAttempts', { retryAfterSeconds: row.waitSeconds })
}

/** Forgets the attempts counted under `key`: after a right password, earlier wrong ones don't count. Stands like a count does. */
export async function clearLimit(db: Db, key: string): Promise<void> {
  await besideTransaction(db, (beside) => beside.delete(limitCounter).where(eq(limitCounter.key, key)))
}

/** Deletes counters whose window is over, and those that remember a wait a day later; answers how many. A scheduled job calls it. */
export async function sweepLimits(db: Db): Promise<number> {
  const gone = await db
    .delete(limitCounter)
    .where(lt(limitCounter.resetsAt, sql`now() - case when ${limitCounter.waits} > 0 then interval '1 day' else interval '0' end`))
    .returning({ key: limitCounter.key })
  return gone.length
}
