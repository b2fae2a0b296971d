import { and, eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { member } from '@plinth/core/database/server'
import { organizationsAccess } from '../../organizations.access.ts'
import type { MemberInput } from '../../organizations.schema.ts'
import { enterOrganization } from '../enter-organization.server.ts'
import { revokeInvitationsOf } from '../invitations/revoke-invitation.server.ts'
import { lockMember } from './lock-member.server.ts'

/**
 * Makes a member an owner and the actor an admin, in one transaction, so that an owner always exists. Owners
 * of the active organization. Throws not_found, forbidden, conflict if the member already is an owner.
 */
export async function transferOwnership(
  ctx: VerbContext,
  { userId }: MemberInput,
): Promise<{ userId: string }> {
  const rule = organizationsAccess.transferOwnership
  const asked = authorize(ctx.actor, rule)
  return ctx.db.transaction(async (tx) => {
    const { actor, organization } = await enterOrganization(tx, asked, { rule })
    const target = await lockMember(tx, organization.id, userId)
    if (target.role === 'owner') throw new AppError('conflict', 'organizations:errors.alreadyOwner')
    const own = { organizationId: organization.id, userId: actor.userId }
    await tx.update(member).set({ role: 'owner' }).where(eq(member.id, target.id))
    await tx
      .update(member)
      .set({ role: 'admin' })
      .where(and(eq(member.organizationId, own.organizationId), eq(member.userId, own.userId)))
    await revokeInvitationsOf(tx, actor, { ...own, toRole: 'owner' })
    await writeAudit(tx, actor, {
      action: 'organization.transfer',
      target: { type: 'organization', id: organization.id },
      details: { userId, roleBefore: target.role },
    })
    return { userId }
  })
}
