import { count, eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { member, requirePlanRoom, session } from '@plinth/core/database/server'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { createId } from '@plinth/core/schema'
import { organizationsAccess } from '../../organizations.access.ts'
import { MEMBERS_PER_ORGANIZATION, type InvitationInput } from '../../organizations.schema.ts'
import { answerInvitation, lockReceivedInvitation } from './received-invitation.server.ts'

/**
 * Joins the organization that invited the actor and makes it their active workspace. Sent twice, it joins
 * once. The invited user. Throws not_found, forbidden, conflict if the invitation is no longer pending, the
 * actor is already a member, or the organization is full.
 */
export async function acceptInvitation(
  ctx: VerbContext,
  input: InvitationInput,
): Promise<{ organizationId: string }> {
  const actor = authorize(ctx.actor, organizationsAccess.acceptInvitation)
  const { userId, sessionId } = actor
  return ctx.db.transaction(async (tx) => {
    const received = await lockReceivedInvitation(tx, actor, input)
    const { organizationId, role } = received
    const [there] = await tx
      .select({ members: count(), isMember: sql<boolean | null>`bool_or(${member.userId} = ${userId})` })
      .from(member)
      .where(eq(member.organizationId, organizationId))
    if (there?.isMember) throw new AppError('conflict', 'organizations:errors.alreadyIn')
    if (there && there.members >= MEMBERS_PER_ORGANIZATION)
      throw new AppError('conflict', 'organizations:errors.organizationFull', {
        max: MEMBERS_PER_ORGANIZATION,
      })
    const used = async () => there?.members ?? 0
    await requirePlanRoom(tx, { organizationId, userId: null }, { limit: 'members', used })
    await tx.insert(member).values({ id: createId(), organizationId, userId, role })
    await tx.update(session).set({ activeOrganizationId: organizationId }).where(eq(session.id, sessionId))
    await answerInvitation(tx, actor, { ...received, answer: 'accepted' })
    return { organizationId }
  })
}
