import type pg from 'pg'
import type { Log } from '#/log/log.server.ts'
import type { OpenDatabase } from './database.server.ts'

const CHECK_EVERY_MS = 60_000
const LOG_EVERY_CHECKS = 10
// Clocks synchronized by NTP differ far less, but a busy process can't measure it that precisely.
const CORRECT_FROM_MS = 5_000
/** A larger difference is logged, and reported by the doctor. */
export const CLOCK_SKEW_MAX_MS = 30_000

let aheadMs = 0

/** How far this machine's clock was ahead of the database's at the last check; 0 below five seconds. */
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
 * Compares the clocks immediately on `direct`, which waits for a slow database, and then every minute on
 * `probe`, which no request uses. Logs a large difference every ten minutes.
 */
export async function watchClock(
  { direct, probe }: Pick<OpenDatabase, 'direct' | 'probe'>,
  log: Log,
): Promise<{ stop(): void }> {
  let checks = 0
  async function check(pool: pg.Pool): Promise<void> {
    const measured = await measureClock(pool)
    aheadMs = Math.abs(measured) < CORRECT_FROM_MS ? 0 : measured
    if (Math.abs(measured) <= CLOCK_SKEW_MAX_MS) checks = 0
    else if (checks++ % LOG_EVERY_CHECKS === 0)
      log.warn(
        { aheadSeconds: Math.round(measured / 1_000) },
        "this machine's clock differs from the database's",
      )
  }
  await check(direct)
  // While the database is down, the last result is kept.
  const timer = setInterval(() => void check(probe).catch(() => {}), CHECK_EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
