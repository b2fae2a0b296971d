import { and, eq, ne } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { deleteSessions } from '#/core/auth/administration/delete-sessions.server.ts'
import { session } from '#/core/identity/identity.table.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { sessionsAccess } from '../account.access.ts'

/** Revokes all sessions of the user but the current one. Not while impersonated. Returns their number. */
export async function revokeOtherSessions(ctx: VerbContext): Promise<{ revoked: number }> {
  const actor = authorize(ctx.actor, sessionsAccess.revokeOthers)
  return ctx.db.transaction(async (tx) => {
    const others = and(eq(session.userId, actor.userId), ne(session.id, actor.sessionId))
    const revoked = await deleteSessions(tx, others)
    await writeAudit(tx, actor, {
      action: 'session.endOthers',
      target: { type: 'user', id: actor.userId },
      details: { count: revoked.length },
    })
    return { revoked: revoked.length }
  })
}
