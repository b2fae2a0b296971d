import { and, desc, eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, auditLog } from '@plinth/core/verb/server'
import { organization, session, user } from '@plinth/core/database/server'
import { organizationsAccess } from '../../organizations.access.ts'

/**
 * Returns from which organization the actor was removed, and by whom; null for a user who is gone. Only for a
 * session that was in it: throws not_found for others.
 */
export async function readRemoval(ctx: VerbContext) {
  const actor = authorize(ctx.actor, organizationsAccess.removal)
  const [from] = await ctx.db
    .select({ id: organization.id, name: organization.name })
    .from(session)
    .innerJoin(organization, eq(organization.id, session.activeOrganizationId))
    .where(eq(session.id, actor.sessionId))
  if (!from || from.id === actor.workspace.organizationId) throw new AppError('not_found', 'errors:notFound')
  const [entry] = await ctx.db
    .select({ by: user.name, at: auditLog.at })
    .from(auditLog)
    .leftJoin(user, eq(user.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.organizationId, from.id),
        eq(auditLog.action, 'member.remove'),
        sql`${auditLog.details} ->> 'userId' = ${actor.userId}`,
      ),
    )
    .orderBy(desc(auditLog.at))
    .limit(1)
  return { organization: from.name, by: entry?.by ?? null }
}
