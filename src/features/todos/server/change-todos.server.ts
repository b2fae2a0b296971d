import { sql } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import type { OpenDatabase, Transaction } from '@plinth/core/database/server'
import { todoRows } from './todo-rows.server.ts'
import { todoVersion } from './todos.table.server.ts'

export const nextVersion = sql<number>`nextval(${todoVersion.seqName})`

/**
 * Runs a change of the workspace's list: serialized, so that versions become visible in order, and announced
 * on commit. Every verb that writes to-dos uses it.
 */
export async function changeTodos<T>(
  db: OpenDatabase['db'],
  actor: SignedInActor,
  change: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${todoRows.topicOf(actor)}, 0))`)
    const result = await change(tx)
    await todoRows.announce(tx, actor)
    return result
  })
}
