import { and, desc, eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { invitation, readCursor, user, writeCursor } from '@plinth/core/database/server'
import { storedRole } from '#/roles.server.ts'
import type { VerbContext } from '@plinth/core/verb/server'
import { invitationStatus } from './invitation-status.server.ts'
import { organizationsAccess } from '#/features/organizations/organizations.access.ts'
import type { PageOfList } from '#/features/organizations/organizations.schema.ts'

/**
 * Returns all invitations of the active organization, newest first, paginated by keyset; none in the personal
 * workspace. Owners and admins.
 */
export async function listInvitations(ctx: VerbContext, { cursor, limit }: PageOfList) {
  const actor = authorize(ctx.actor, organizationsAccess.invitations)
  const { organizationId } = actor.workspace
  const after = readCursor(cursor)
  if (organizationId === null) return { items: [], nextCursor: null }
  const rows = await ctx.db
    .select({
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      status: invitationStatus,
      inviter: { id: user.id, name: user.name },
      invitedAt: invitation.createdAt,
      expiresAt: invitation.expiresAt,
    })
    .from(invitation)
    .innerJoin(user, eq(user.id, invitation.inviterId))
    .where(
      and(
        eq(invitation.organizationId, organizationId),
        after && sql`(${invitation.createdAt}, ${invitation.id}) < (${after.at}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(desc(invitation.createdAt), desc(invitation.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit).map((row) => ({ ...row, role: storedRole.parse(row.role) }))
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > limit && last ? writeCursor({ at: last.invitedAt, id: last.id }) : null,
  }
}
