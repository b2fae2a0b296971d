import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { organizationsAccess } from '../../organizations.access.ts'
import { enterOrganization } from '../enter-organization.server.ts'
import { endMembership, lockMember, requireOwnerRemains } from './lock-member.server.ts'

/** Leaves the active organization. Any member. Throws conflict for the last owner. */
export async function leaveOrganization(ctx: VerbContext): Promise<{ id: string }> {
  const rule = organizationsAccess.leave
  const asked = authorize(ctx.actor, rule)
  return ctx.db.transaction(async (tx) => {
    const { actor, organization } = await enterOrganization(tx, asked, { rule })
    const target = await lockMember(tx, organization.id, actor.userId)
    await requireOwnerRemains(tx, actor, target)
    await endMembership(tx, actor, { target, action: 'member.leave' })
    return { id: organization.id }
  })
}
