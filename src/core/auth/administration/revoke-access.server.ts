import { and, eq, ne, or, sql, type SQL } from 'drizzle-orm'
import { anonymous } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { session, user, verification } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'

type EndedSession = { id: string; userId: string }

/**
 * Deletes the matching sessions and returns them. An impersonation session writes `user.stopImpersonating` to
 * the audit log, once, however it ended. All code that ends sessions calls this.
 */
export async function deleteSessions(tx: Transaction, where: SQL | undefined): Promise<EndedSession[]> {
  const ended = await tx
    .delete(session)
    .where(where)
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

/**
 * Revokes the user's access: sessions (except `exceptId`), pending second factors, trusted devices, mailed
 * links, and sessions in which they impersonate others. The database notifies their open streams. Returns the
 * number of the user's own sessions that ended.
 */
export async function revokeAccess(tx: Transaction, userId: string, exceptId?: string): Promise<number> {
  const own =
    exceptId === undefined
      ? eq(session.userId, userId)
      : and(eq(session.userId, userId), ne(session.id, exceptId))
  const ended = await deleteSessions(tx, or(own, eq(session.impersonatedBy, userId)))
  await revokeTrust(tx, userId)
  return ended.filter((row) => row.userId === userId).length
}

/** Revokes all trusted devices of the user, pending second factors and mailed links. */
export async function revokeTrust(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(verification).where(eq(verification.value, userId))
  await tx
    .update(user)
    .set({ securityStamp: sql`gen_random_uuid()::text` })
    .where(eq(user.id, userId))
}
