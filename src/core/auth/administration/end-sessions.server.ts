import { and, eq } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { session } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { lockPerson, takeTurnAsAdministrator } from './administer.server.ts'
import { endAccess } from './end-access.server.ts'

/**
 * Signs a person out everywhere, trusted devices included; answers how many sessions ended. Of oneself all
 * but the present one. For administrators. Throws not_found.
 */
export async function endSessions(tx: Transaction, actor: SignedInActor, userId: string): Promise<number> {
  await takeTurnAsAdministrator(tx, actor)
  await lockPerson(tx, userId)
  const ended = await endAccess(tx, userId, userId === actor.userId ? actor.sessionId : undefined)
  await writeAudit(tx, actor, {
    action: 'user.revokeSessions',
    target: { type: 'user', id: userId },
    details: { count: ended },
  })
  return ended
}

/**
 * Ends one session of a person. For administrators. Throws not_found, also for a session of somebody else.
 */
export async function endOneSession(
  tx: Transaction,
  actor: SignedInActor,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await takeTurnAsAdministrator(tx, actor)
  const [gone] = await tx
    .delete(session)
    .where(and(eq(session.id, sessionId), eq(session.userId, userId)))
    .returning({ id: session.id })
  if (!gone) throw new AppError('not_found', 'errors:notFound')
  await writeAudit(tx, actor, {
    action: 'user.revokeSessions',
    target: { type: 'user', id: userId },
    details: { count: 1 },
  })
}
