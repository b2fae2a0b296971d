import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { QueryBuilder, type PgColumn } from 'drizzle-orm/pg-core'
import { member } from '#/core/identity/identity.table.server.ts'

type ContentTable = { createdById: PgColumn; organizationId: PgColumn; ownerId: PgColumn }

/**
 * The SQL condition for rows that the user created and may still see: in their personal workspace and in the
 * organizations they are a member of.
 */
export function isOwnContent(table: ContentTable, userId: string): SQL | undefined {
  const memberships = new QueryBuilder()
    .select({ id: member.organizationId })
    .from(member)
    .where(eq(member.userId, userId))
  return and(
    eq(table.createdById, userId),
    or(eq(table.ownerId, userId), inArray(table.organizationId, memberships)),
  )
}
