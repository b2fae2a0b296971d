import { inArray, or, type SQL } from 'drizzle-orm'
import { anonymous } from '#/access/actor.ts'
import { writeAudit } from '#/audit/audit.server.ts'
import { session } from '#/identity/identity.table.server.ts'
import type { Transaction } from '#/db/database.server.ts'

type EndedSession = { id: string; userId: string }

/**
 * Deletes the matching sessions, with impersonations they began, and returns them. An impersonation writes
 * `user.stopImpersonating` to the audit log, once, however it ended. All code that ends sessions calls this.
 */
export async function deleteSessions(tx: Transaction, where: SQL | undefined): Promise<EndedSession[]> {
  // The database would delete those too, but write no audit entry.
  const matching = tx.select({ id: session.id }).from(session).where(where)
  const ended = await tx
    .delete(session)
    .where(or(where, inArray(session.impersonatorSessionId, matching)))
    .returning({ id: session.id, userId: session.userId, impersonatorId: session.impersonatedBy })
  for (const { userId, impersonatorId } of ended)
    if (impersonatorId !== null)
      await writeAudit(tx, anonymous, {
        action: 'user.stopImpersonating',
        actorId: userId,
        impersonatorId,
        target: { type: 'user', id: userId },
      })
  return ended.map(({ id, userId }) => ({ id, userId }))
}
