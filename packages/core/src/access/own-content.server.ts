import { and, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#/db/database.server.ts'
import { member } from '#/identity/identity.table.server.ts'

type ContentTable = { createdById: PgColumn; organizationId: PgColumn; ownerId: PgColumn }

/**
 * The SQL condition for rows that the user created and may still see: in their personal workspace and in the
 * organizations they are a member of.
 */
export function ownContent(table: ContentTable, userId: string): SQL | undefined {
  const memberships = new QueryBuilder()
    .select({ id: member.organizationId })
    .from(member)
    .where(eq(member.userId, userId))
  return and(
    eq(table.createdById, userId),
    or(eq(table.ownerId, userId), inArray(table.organizationId, memberships)),
  )
}

const BATCH = 200

type Exported<Columns> = {
  table: PgTable & ContentTable
  columns: Columns & Readonly<Record<string, PgColumn>> & { id: PgColumn; createdAt: PgColumn }
  where?: SQL | undefined
}

/**
 * The rows that a user created and may still see, oldest first, read in batches. For the data export; the
 * caller has authorized.
 */
export async function* exportOwnContent<Columns>(
  db: Db,
  userId: string,
  { table, columns, where }: Exported<Columns>,
) {
  const { id, createdAt } = columns
  let after: { createdAt: Date; id: string } | undefined
  for (;;) {
    const batch = await db
      .select({ ...columns })
      .from(table)
      .where(
        and(
          ownContent(table, userId),
          where,
          after && sql`(${createdAt}, ${id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id})`,
        ),
      )
      .orderBy(asc(createdAt), asc(id))
      .limit(BATCH)
    yield* batch as Record<keyof Columns, unknown>[]
    after = batch.at(-1)
    if (batch.length < BATCH) return
  }
}
