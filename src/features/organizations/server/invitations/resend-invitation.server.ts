import { and, eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { invitation } from '@plinth/core/database/server'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { organizationsAccess } from '../../organizations.access.ts'
import { storedRole } from '#/roles.server.ts'
import type { IdInput } from '../../organizations.schema.ts'
import { enterOrganization, requireOwner } from '../enter-organization.server.ts'
import { expiresAt } from './invitation-status.server.ts'
import { requireInvitable, requireRoom, sendInvitation } from './send-invitation.server.ts'

/**
 * Mails a pending or expired invitation of the active organization again, in the actor's name, and renews its
 * expiry. Owners and admins; only owners for the owner role. Throws not_found, forbidden, conflict if it was
 * answered or revoked or as `inviteMember` does, limit.
 */
export async function resendInvitation(ctx: VerbContext, { id }: IdInput): Promise<{ id: string }> {
  const rule = organizationsAccess.resendInvitation
  const asked = authorize(ctx.actor, rule)
  return ctx.db.transaction(async (tx) => {
    const entered = await enterOrganization(tx, asked, { rule })
    const organizationId = entered.organization.id
    const [row] = await tx
      .select({
        email: invitation.email,
        role: invitation.role,
        status: invitation.status,
        isOver: sql<boolean>`${invitation.expiresAt} <= now()`,
      })
      .from(invitation)
      .where(and(eq(invitation.id, id), eq(invitation.organizationId, organizationId)))
    if (!row) throw new AppError('not_found', 'errors:notFound')
    const role = storedRole.parse(row.role)
    if (role === 'owner') requireOwner(entered.actor)
    if (row.status !== 'pending' && row.status !== 'expired')
      throw new AppError('conflict', 'organizations:errors.invitationOver')
    await requireInvitable(tx, { organizationId, email: row.email, exceptId: id })
    if (row.isOver) await requireRoom(tx, organizationId)
    await tx
      .update(invitation)
      .set({ status: 'pending', inviterId: entered.actor.userId, expiresAt })
      .where(eq(invitation.id, id))
    await sendInvitation(tx, entered, { id, email: row.email, role, action: 'invitation.resend' })
    return { id }
  })
}
