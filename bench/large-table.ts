import type pg from 'pg'
import { median, type Measured } from './report.ts'

/** Statistics are delayed: an idle connection reports them within ten seconds. */
const STATISTICS_MS = 11_000

/**
 * Runs the statements that fill a table. Indexes whose names are `like` this are dropped first and rebuilt
 * afterwards, which is faster.
 */
export async function fillTable(
  database: pg.Client,
  { table, like }: { table: string; like: string },
  statements: string,
): Promise<void> {
  const { rows } = await database.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = $1 and indexname like $2`,
    [table, like],
  )
  await database.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`)
  for (const { name } of rows) await database.query(`drop index "${name}"`)
  await database.query(statements)
  for (const { definition } of rows) await database.query(definition)
  await database.query('vacuum analyze')
}

/** Waits until the server's counters include everything done so far. */
export const untilCounted = () => new Promise<void>((resolve) => setTimeout(resolve, STATISTICS_MS))

/** Returns how many sequential scans of this table the server has counted. */
export async function sequentialScans(database: pg.Client, table: string): Promise<number> {
  const { rows } = await database.query<{ scans: string }>(
    `select seq_scan as scans from pg_stat_user_tables where relname = $1`,
    [table],
  )
  return Number(rows[0]?.scans)
}

/** The number of sequential scans; the aim is none. */
export const scansRow = (scans: number): Measured => ({
  what: 'sequential scans of the table meanwhile, counted by the server',
  value: scans,
  unit: 'count',
  aim: { atMost: 0 },
})

/** Compares the slowest page with the first. `perPage` holds the times of each page, the first page first. */
export function deepestRow(perPage: readonly number[][], atMost: number): Measured {
  const medians = perPage.map(median)
  const [first = NaN] = medians
  return {
    what: 'the slowest of these pages against the first',
    value: Math.max(...medians) / first,
    unit: 'x',
    aim: { atMost },
  }
}
