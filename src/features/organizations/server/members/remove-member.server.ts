import { inArray } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type Transaction, user } from '@plinth/core/database/server'
import { enqueueMail } from '@plinth/core/mail/server'
import { defaultLanguage, toLanguage } from '@plinth/core/texts'
import type { VerbContext } from '@plinth/core/verb/server'
import { organizationsAccess } from '../../organizations.access.ts'
import type { MemberInput } from '../../organizations.schema.ts'
import { enterOrganization, type Entered } from '../enter-organization.server.ts'
import { endMembership, lockMember, requireOwnerRemains } from './lock-member.server.ts'
import { firstNameOf } from '@plinth/core/format'

/**
 * Removes a member from the active organization and notifies them by mail. Their content stays. Owners and
 * admins; only owners remove owners. Throws not_found, forbidden, conflict for the last owner.
 */
export async function removeMember(ctx: VerbContext, { userId }: MemberInput): Promise<{ userId: string }> {
  const rule = organizationsAccess.removeMember
  const asked = authorize(ctx.actor, rule)
  return ctx.db.transaction(async (tx) => {
    const entered = await enterOrganization(tx, asked, { rule })
    const target = await lockMember(tx, entered.organization.id, userId)
    await requireOwnerRemains(tx, entered.actor, target)
    if (userId !== asked.userId) await mailRemoved(tx, entered, userId)
    await endMembership(tx, entered.actor, { target, action: 'member.remove' })
    return { userId }
  })
}

async function mailRemoved(tx: Transaction, { actor, organization }: Entered, userId: string): Promise<void> {
  const rows = await tx
    .select()
    .from(user)
    .where(inArray(user.id, [userId, actor.userId]))
  const removed = rows.find(({ id }) => id === userId)
  if (!removed) return
  await enqueueMail(tx, {
    to: { name: removed.name, address: removed.email },
    language: toLanguage(removed.language) ?? defaultLanguage,
    template: 'memberRemoved',
    params: {
      firstName: firstNameOf(removed),
      organizationName: organization.name,
      removedBy: rows.find(({ id }) => id === actor.userId)?.name ?? '',
      at: new Date(),
    },
  })
}
