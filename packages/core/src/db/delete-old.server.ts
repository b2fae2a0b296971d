import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db, OpenDatabase, Transaction } from './database.server.ts'

const BATCH = 1_000

type Old = {
  table: PgTable
  where: SQL
  /** Checked between batches. */
  signal?: AbortSignal
  /** Runs first in the transaction of each batch. */
  before?: (tx: Transaction) => Promise<unknown>
}

/** Repeats what changes at most `limit` rows until it has found fewer. Returns their number. For jobs. */
export async function inBatches(
  work: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0
  for (let done = BATCH; done === BATCH && !signal?.aborted; total += done) done = await work(BATCH)
  return total
}

/** Deletes matching rows in batches of 1,000, one short transaction each. Returns their number. For jobs. */
export async function deleteOld(
  db: OpenDatabase['db'],
  { table, where, signal, before }: Old,
): Promise<number> {
  return inBatches(
    (limit) =>
      db.transaction(async (tx) => {
        await before?.(tx)
        return deleteBatch(tx, { table, where, limit })
      }),
    signal,
  )
}

type Batch = Pick<Old, 'table' | 'where'> & { limit: number }

async function deleteBatch(db: Db, { table, where, limit }: Batch): Promise<number> {
  // Locked, so that a row that is just being renewed stays and its batch is not short.
  const batch = sql`select ctid from ${table} where ${where} limit ${limit} for update skip locked`
  const { rowCount } = await db.execute(sql`delete from ${table} where ctid = any(array(${batch}))`)
  return rowCount ?? 0
}

/** By the database's clock. */
export const olderThan = (days: number): SQL => sql`now() - make_interval(days => ${days}::int)`
