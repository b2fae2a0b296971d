import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { session, user, verification } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'

/** Ends the session in which the actor is impersonated, once, with its audit entry. */
export async function endImpersonation(tx: Transaction, impersonated: SignedInActor): Promise<void> {
  const ended = await tx
    .delete(session)
    .where(eq(session.id, impersonated.sessionId))
    .returning({ id: session.id })
  if (ended.length === 0) return
  await writeAudit(tx, impersonated, {
    action: 'user.stopImpersonating',
    target: { type: 'user', id: impersonated.userId },
  })
}

/** Ends the sessions in which this administrator impersonates somebody. */
export async function endImpersonationsBy(tx: Transaction, administratorId: string): Promise<void> {
  await tx.delete(session).where(eq(session.impersonatedBy, administratorId))
}

/**
 * Ends everything by which the user is signed in or pending a second factor: sessions (but for `exceptId`),
 * second factors that are waited for, trusted devices, links in mails, and what they have opened as somebody
 * else. The database tells their open streams. Answers how many sessions it were.
 */
export async function revokeAccess(tx: Transaction, userId: string, exceptId?: string): Promise<number> {
  const own =
    exceptId === undefined
      ? eq(session.userId, userId)
      : and(eq(session.userId, userId), ne(session.id, exceptId))
  const ended = await tx
    .delete(session)
    .where(or(own, eq(session.impersonatedBy, userId)))
    .returning({ userId: session.userId })
  await revokeTrust(tx, userId)
  return ended.filter((row) => row.userId === userId).length
}

/**
 * Ends every trusted device of the user, and with them sign-ins that wait for the second factor and every
 * mailed link.
 */
export async function revokeTrust(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(verification).where(eq(verification.value, userId))
  await tx
    .update(user)
    .set({ securityStamp: sql`gen_random_uuid()::text` })
    .where(eq(user.id, userId))
}
