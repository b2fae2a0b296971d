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

/** Deletes matching rows in batches of 1,000, one short transaction each. Returns their number. For jobs. */
export async function deleteOld(
  db: OpenDatabase['db'],
  { table, where, signal, before }: Old,
): Promise<number> {
  let total = 0
  for (let deleted = BATCH; deleted === BATCH && !signal?.aborted; total += deleted) {
    deleted = await db.transaction(async (tx) => {
      await before?.(tx)
      return deleteBatch(tx, table, where)
    })
  }
  return total
}

async function deleteBatch(db: Db, table: PgTable, where: SQL): Promise<number> {
  const batch = sql`select ctid from ${table} where ${where} limit ${BATCH}`
  const { rowCount } = await db.execute(sql`delete from ${table} where ctid = any(array(${batch}))`)
  return rowCount ?? 0
}

/** By the database's clock. */
export const olderThan = (days: number): SQL => sql`now() - make_interval(days => ${days}::int)`
