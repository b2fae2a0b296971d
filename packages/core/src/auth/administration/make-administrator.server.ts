import { and, eq, isNotNull } from 'drizzle-orm'
import { session, user } from '#/identity/identity.table.server.ts'
import type { Transaction } from '#/db/database.server.ts'
import { deleteSessions } from './delete-sessions.server.ts'

/**
 * Makes a user an administrator of the application and ends sessions in which others impersonate them: nobody
 * impersonates an administrator. All code that gives this role calls this.
 */
export async function makeAdministrator(tx: Transaction, userId: string): Promise<void> {
  await tx.update(user).set({ role: 'admin' }).where(eq(user.id, userId))
  await deleteSessions(tx, and(eq(session.userId, userId), isNotNull(session.impersonatedBy)))
}
