import { and, eq, sql } from 'drizzle-orm'
import type { SignedInActor } from '#/access/actor.ts'
import { holdOwners, inWorkspace } from '#/access/workspace.server.ts'
import type { Db, Transaction } from '#/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { notDeleted } from './list-rows.server.ts'
import { pick, type RowTable } from './row-columns.server.ts'

/** The row that each row belongs to, in the same workspace: the column with its id, and its table. */
export type Parent<Column> = { id: Column; table: RowTable }

/** Rows are there while the row is that they belong to. */
export function parentOf(table: RowTable, { id: column, table: parents }: Parent<string>) {
  const own = pick(table, [column])
  const wanted = (actor: SignedInActor, id: string) =>
    and(eq(parents.id, id), inWorkspace(parents, actor), notDeleted(parents))
  const thrown = (rows: readonly unknown[]) => {
    if (rows.length === 0) throw new AppError('not_found', 'errors:notFound')
  }
  return {
    column,
    own,
    /** The condition of a query of rows. */
    isThere: sql`exists (select from ${parents} where ${and(sql`${parents.id} = ${own[column]}`, notDeleted(parents))})`,

    /** Throws not_found. */
    async require(db: Db, actor: SignedInActor, id: string): Promise<void> {
      thrown(await db.select({ id: parents.id }).from(parents).where(wanted(actor, id)))
    },

    /** Keeps it from being changed or deleted until the transaction ends. Throws not_found. */
    async hold(tx: Transaction, actor: SignedInActor, id: string): Promise<void> {
      await holdOwners(tx, { ...actor.workspace, userId: actor.userId })
      thrown(await tx.select({ id: parents.id }).from(parents).where(wanted(actor, id)).for('share'))
    },
  }
}
