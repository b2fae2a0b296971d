import { and, desc, eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { session } from '@plinth/core/database/server'
import { cutAgent } from '@plinth/core/auth'
import { isUnexpired } from '@plinth/core/auth/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { sessionsAccess } from '../account.access.ts'

const LISTED_MAX = 100

/**
 * Returns the user's active sessions, the current one first. `lastSeenAt` is accurate to the hour. Any user,
 * for themselves.
 */
export async function listSessions(ctx: VerbContext) {
  const actor = authorize(ctx.actor, sessionsAccess.list)
  const rows = await ctx.db
    .select({
      id: session.id,
      userAgent: session.userAgent,
      ip: session.ipAddress,
      createdAt: session.createdAt,
      lastSeenAt: session.updatedAt,
      impersonatedBy: session.impersonatedBy,
    })
    .from(session)
    .where(and(eq(session.userId, actor.userId), isUnexpired))
    .orderBy(desc(eq(session.id, actor.sessionId)), desc(session.updatedAt), session.id)
    .limit(LISTED_MAX)
  const items = rows.map(({ impersonatedBy, userAgent, ...row }) => ({
    ...row,
    // Sessions of earlier releases have it whole.
    userAgent: userAgent && cutAgent(userAgent),
    current: row.id === actor.sessionId,
    // Users may not see the IP address of an impersonating admin.
    ip: impersonatedBy === null ? row.ip : null,
  }))
  return { items, nextCursor: null }
}
