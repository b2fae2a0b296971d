import type pg from 'pg'
import { median, type Measured } from './report.ts'

/** Statistics of the database come late: an idle connection tells them within ten seconds. */
const STATISTICS_MS = 11_000

/**
 * Runs the statements that fill a table while its indexes whose names are `like` this are away: they are
 * built quicker over what is there.
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

/** Waits until the server's counters hold what has been done until now. */
export const untilCounted = () => new Promise<void>((resolve) => setTimeout(resolve, STATISTICS_MS))

/** How often the server has read this table from end to end. */
export async function sequentialScans(database: pg.Client, table: string): Promise<number> {
  const { rows } = await database.query<{ scans: string }>(
    `select seq_scan as scans from pg_stat_user_tables where relname = $1`,
    [table],
  )
  return Number(rows[0]?.scans)
}

/** That there was none meanwhile. */
export const scansRow = (scans: number): Measured => ({
  what: 'sequential scans of the table meanwhile, counted by the server',
  value: scans,
  unit: 'count',
  aim: { atMost: 0 },
})

/**
 * A page as deep as can be must cost what the first costs: of the times of each page, the first page's first.
 */
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
