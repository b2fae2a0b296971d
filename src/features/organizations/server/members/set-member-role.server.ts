import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { member } from '@plinth/core/database/server'
import { organizationsAccess } from '../../organizations.access.ts'
import type { SetMemberRoleInput } from '../../organizations.schema.ts'
import { enterOrganization, requireOwner } from '../enter-organization.server.ts'
import { revokeInvitationsOf } from '../invitations/revoke-invitation.server.ts'
import { lockMember, requireOwnerRemains } from './lock-member.server.ts'

/**
 * Changes a member's role in the active organization and revokes pending invitations the new role may not
 * send. Owners and admins; only owners make and demote owners. Throws not_found, forbidden, conflict for the
 * last owner.
 */
export async function setMemberRole(ctx: VerbContext, { userId, role }: SetMemberRoleInput) {
  const rule = organizationsAccess.setMemberRole
  const asked = authorize(ctx.actor, rule)
  return ctx.db.transaction(async (tx) => {
    const { actor, organization } = await enterOrganization(tx, asked, { rule })
    const target = await lockMember(tx, organization.id, userId)
    if (role === 'owner') requireOwner(actor)
    else await requireOwnerRemains(tx, actor, target)
    await tx.update(member).set({ role }).where(eq(member.id, target.id))
    if (role !== 'owner') {
      const toRole = role === 'admin' ? 'owner' : undefined
      await revokeInvitationsOf(tx, actor, { organizationId: organization.id, userId, toRole })
    }
    await writeAudit(tx, actor, {
      action: 'member.changeRole',
      target: { type: 'member', id: target.id },
      details: { userId, role, roleBefore: target.role },
    })
    return { userId, role }
  })
}
