import type pg from 'pg'
import type { Log } from '#/core/log/log.server.ts'

const LOOK_EVERY_MS = 60_000
const TELL_EVERY_LOOKS = 10
// Clocks that are kept by NTP agree far better; what a busy process measures of them is worse.
const CORRECT_FROM_MS = 5_000
/** A difference that is logged, and shown by the doctor. */
export const CLOCK_SKEW_MAX_MS = 30_000

let aheadMs = 0

/**
 * How far this machine's clock is ahead of the database's, when they were last compared; 0 for a few seconds.
 */
export const clockAheadMs = (): number => aheadMs

/** The time by the database's clock, which all instances share. In SQL, write `now()`. */
export const databaseNow = (): Date => new Date(Date.now() - aheadMs)

/** Milliseconds by which this machine's clock is ahead of the database's. */
export async function measureClock(pool: pg.Pool): Promise<number> {
  const askedAt = Date.now()
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  return Math.round((askedAt + Date.now()) / 2 - (rows[0]?.ms ?? NaN))
}

/**
 * Compares the clocks now and every minute from now on. A large difference is logged again every ten minutes.
 */
export async function watchClock(pool: pg.Pool, log: Log): Promise<{ stop(): void }> {
  let looks = 0
  async function look(): Promise<void> {
    const measured = await measureClock(pool)
    aheadMs = Math.abs(measured) < CORRECT_FROM_MS ? 0 : measured
    if (Math.abs(measured) <= CLOCK_SKEW_MAX_MS) looks = 0
    else if (looks++ % TELL_EVERY_LOOKS === 0)
      log.warn(
        { aheadSeconds: Math.round(measured / 1_000) },
        "this machine's clock differs from the database's",
      )
  }
  await look()
  // While the database is away, what was measured last holds.
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
