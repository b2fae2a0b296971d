import { and, eq, ne } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { endCredentials } from '@plinth/core/auth/server'
import { session } from '@plinth/core/database/server'
import { sessionsAccess } from '../account.access.ts'

/**
 * Signs the user out everywhere else: revokes all sessions but the current one, and what features end with
 * them, such as connected apps. Not while impersonated. Returns the number of sessions.
 */
export async function revokeOtherSessions(ctx: VerbContext): Promise<{ revoked: number }> {
  const actor = authorize(ctx.actor, sessionsAccess.revokeOthers)
  return ctx.db.transaction(async (tx) => {
    const others = and(eq(session.userId, actor.userId), ne(session.id, actor.sessionId))
    const count = await tx.$count(session, others)
    await endCredentials(tx, 'signedOut', { userId: actor.userId, kept: { sessionId: actor.sessionId } })
    await writeAudit(tx, actor, {
      action: 'session.endOthers',
      target: { type: 'user', id: actor.userId },
      details: { count },
    })
    return { revoked: count }
  })
}
