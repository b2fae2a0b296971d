import { and, eq, exists, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { member, session } from '@plinth/core/database/server'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { organizationsAccess } from '../organizations.access.ts'
import type { SetActiveInput } from '../organizations.schema.ts'

/**
 * Switches the workspace of the actor's session from the next request on; null is the personal workspace. The
 * user has chosen it now, even if somebody else began the membership; an administrator who impersonates them
 * has not. Throws not_found for unknown organizations and those the actor is not in.
 */
export async function setActiveOrganization(ctx: VerbContext, { id }: SetActiveInput) {
  const actor = authorize(ctx.actor, organizationsAccess.setActive)
  const isMember = exists(
    ctx.db
      .select({ one: sql`1` })
      .from(member)
      .where(and(eq(member.organizationId, id ?? ''), eq(member.userId, actor.userId))),
  )
  const [moved] = await ctx.db
    .update(session)
    .set({ activeOrganizationId: id })
    .where(and(eq(session.id, actor.sessionId), id === null ? undefined : isMember))
    .returning({ id: session.id })
  if (!moved) throw new AppError('not_found', 'errors:notFound')
  if (id !== null && actor.impersonatedBy === null)
    await ctx.db
      .update(member)
      .set({ isLanding: true })
      .where(and(eq(member.organizationId, id), eq(member.userId, actor.userId), eq(member.isLanding, false)))
  return { id }
}
