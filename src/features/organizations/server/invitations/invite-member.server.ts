import { authorize } from '@plinth/core/access'
import { invitation } from '@plinth/core/database/server'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { createId } from '@plinth/core/schema'
import { organizationsAccess } from '../../organizations.access.ts'
import type { InviteMemberInput } from '../../organizations.schema.ts'
import { enterOrganization, requireOwner } from '../enter-organization.server.ts'
import { expiresAt } from './invitation-status.server.ts'
import { requireInvitable, requireRoom, sendInvitation } from './send-invitation.server.ts'

/**
 * Invites an address to the active organization by mail; the invitation is valid for 48 hours. Owners and
 * admins; only owners invite owners. Throws invalid in the personal workspace, forbidden, conflict for a
 * member, for an address with a pending invitation (field `email`, its id as `id`) and at the limit of
 * members or pending invitations, limit.
 */
export async function inviteMember(ctx: VerbContext, { email, role }: InviteMemberInput) {
  const rule = organizationsAccess.invite
  const asked = authorize(ctx.actor, rule)
  if (asked.workspace.organizationId === null)
    throw new AppError('invalid', 'organizations:errors.invitePersonal')
  return ctx.db.transaction(async (tx) => {
    const entered = await enterOrganization(tx, asked, { rule })
    if (role === 'owner') requireOwner(entered.actor)
    const organizationId = entered.organization.id
    await requireInvitable(tx, { organizationId, email })
    await requireRoom(tx, organizationId)
    const id = createId()
    const inviterId = entered.actor.userId
    await tx.insert(invitation).values({ id, organizationId, inviterId, email, role, expiresAt })
    await sendInvitation(tx, entered, { id, email, role, action: 'invitation.create' })
    return { id }
  })
}
