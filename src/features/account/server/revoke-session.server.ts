import { and, eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { deleteSessions } from '@plinth/core/auth/server'
import { session } from '@plinth/core/database/server'
import { sessionsAccess } from '../account.access.ts'
import type { IdInput } from '../account.schema.ts'

/**
 * Revokes one of the user's sessions, effective with its next request on every instance. Not while
 * impersonated. Throws not_found.
 */
export async function revokeSession(ctx: VerbContext, { id }: IdInput): Promise<IdInput> {
  const actor = authorize(ctx.actor, sessionsAccess.revoke)
  return ctx.db.transaction(async (tx) => {
    const [revoked] = await deleteSessions(tx, and(eq(session.id, id), eq(session.userId, actor.userId)))
    if (!revoked) throw new AppError('not_found', 'errors:notFound')
    await writeAudit(tx, actor, { action: 'session.end', target: { type: 'session', id } })
    return { id }
  })
}
