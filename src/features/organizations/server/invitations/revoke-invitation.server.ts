import { and, eq } from 'drizzle-orm'
import { type Actor, type WorkspaceRole, authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { type Transaction, invitation } from '@plinth/core/database/server'
import { organizationsAccess } from '../../organizations.access.ts'
import type { IdInput } from '../../organizations.schema.ts'
import { enterOrganization, requireOwner } from '../enter-organization.server.ts'
import { dropProofs } from './invitation-proof.server.ts'

/**
 * Revokes an invitation of the active organization. Owners and admins; only owners for the owner role. Throws
 * not_found, forbidden, conflict if it was answered or revoked.
 */
export async function revokeInvitation(ctx: VerbContext, { id }: IdInput): Promise<{ id: string }> {
  const rule = organizationsAccess.revokeInvitation
  const asked = authorize(ctx.actor, rule)
  return ctx.db.transaction(async (tx) => {
    const { actor, organization } = await enterOrganization(tx, asked, { rule })
    const [row] = await tx
      .select()
      .from(invitation)
      .where(and(eq(invitation.id, id), eq(invitation.organizationId, organization.id)))
    if (!row) throw new AppError('not_found', 'errors:notFound')
    if (row.role === 'owner') requireOwner(actor)
    if (row.status !== 'pending') throw new AppError('conflict', 'organizations:errors.invitationOver')
    await cancel(tx, actor, row)
    return { id }
  })
}

type Inviter = { organizationId: string; userId: string }

/**
 * Revokes the pending invitations sent by a user who may no longer send them, all or only those to `toRole`.
 * The caller has locked the organization.
 */
export async function revokeInvitationsOf(
  tx: Transaction,
  actor: Actor,
  { organizationId, userId, toRole }: Inviter & { toRole?: WorkspaceRole | undefined },
): Promise<void> {
  const rows = await tx
    .select()
    .from(invitation)
    .where(
      and(
        eq(invitation.organizationId, organizationId),
        eq(invitation.inviterId, userId),
        eq(invitation.status, 'pending'),
        toRole && eq(invitation.role, toRole),
      ),
    )
  for (const row of rows) await cancel(tx, actor, row)
}

async function cancel(
  tx: Transaction,
  actor: Actor,
  { id, organizationId, role }: typeof invitation.$inferSelect,
): Promise<void> {
  await tx.update(invitation).set({ status: 'canceled' }).where(eq(invitation.id, id))
  await dropProofs(tx, id)
  await writeAudit(tx, actor, {
    action: 'invitation.cancel',
    target: { type: 'invitation', id },
    organizationId,
    details: { role },
  })
}
