import { and, desc, eq, gt, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { authorize } from '@plinth/core/access'
import { invitation, organization, preparedQuery, user } from '@plinth/core/database/server'
import { storedRole } from '#/roles.server.ts'
import type { VerbContext } from '@plinth/core/verb/server'
import { organizationsAccess } from '#/features/organizations/organizations.access.ts'

const LISTED_MAX = 50
const inviter = alias(user, 'inviter')

const invitationsTo = preparedQuery((db) =>
  db
    .select({
      id: invitation.id,
      role: invitation.role,
      expiresAt: invitation.expiresAt,
      organization: { name: organization.name, logo: organization.logo },
      inviter: { name: inviter.name },
    })
    .from(user)
    .innerJoin(invitation, eq(invitation.email, user.email))
    .innerJoin(organization, eq(organization.id, invitation.organizationId))
    .innerJoin(inviter, eq(inviter.id, invitation.inviterId))
    .where(
      and(
        eq(user.id, sql.placeholder('userId')),
        user.emailVerified,
        not(user.provedElsewhere),
        eq(invitation.status, 'pending'),
        gt(invitation.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(invitation.createdAt), desc(invitation.id))
    .limit(LISTED_MAX),
)

/**
 * Returns pending invitations to the user's own address, newest first; none until the account's user has
 * verified it. Any user.
 */
export async function listReceivedInvitations(ctx: VerbContext) {
  const actor = authorize(ctx.actor, organizationsAccess.received)
  const rows = await invitationsTo(ctx.db).execute({ userId: actor.userId })
  return { items: rows.map((row) => ({ ...row, role: storedRole.parse(row.role) })), nextCursor: null }
}
