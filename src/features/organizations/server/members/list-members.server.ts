import { and, asc, eq, sql } from 'drizzle-orm'
import { authorize, isAtLeast } from '@plinth/core/access'
import { member, readCursor, user, writeCursor } from '@plinth/core/database/server'
import { storedRole } from '#/roles.server.ts'
import type { VerbContext } from '@plinth/core/verb/server'
import { organizationsAccess } from '#/features/organizations/organizations.access.ts'
import type { PageOfList } from '#/features/organizations/organizations.schema.ts'

/**
 * Returns the members of the active organization, earliest joined first, paginated by keyset; none in the
 * personal workspace. Any member; plain members see only their own address.
 */
export async function listMembers(ctx: VerbContext, { cursor, limit }: PageOfList) {
  const actor = authorize(ctx.actor, organizationsAccess.members)
  const { organizationId, role } = actor.workspace
  const after = readCursor(cursor)
  if (organizationId === null) return { items: [], nextCursor: null }
  const rows = await ctx.db
    .select({
      id: member.id,
      userId: user.id,
      name: user.name,
      image: user.image,
      email: user.email,
      role: member.role,
      joinedAt: member.createdAt,
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(
      and(
        eq(member.organizationId, organizationId),
        after && sql`(${member.createdAt}, ${member.id}) > (${after.at}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(asc(member.createdAt), asc(member.id))
    .limit(limit + 1)
  const seesAddress = (userId: string) => isAtLeast(role, 'admin') || userId === actor.userId
  const items = rows.slice(0, limit).map((row) => ({
    ...row,
    role: storedRole.parse(row.role),
    email: seesAddress(row.userId) ? row.email : null,
  }))
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > limit && last ? writeCursor({ at: last.joinedAt, id: last.id }) : null,
  }
}
