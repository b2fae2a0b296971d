import { and, eq, ne } from 'drizzle-orm'
import { endCredentials } from '#/auth/user-columns.server.ts'
import { session } from '#/identity/identity.table.server.ts'
import type { Transaction } from '#/db/database.server.ts'

/**
 * Revokes the user's access: sessions (except `exceptId`), pending second factors, trusted devices, mailed
 * links, and sessions in which they impersonate others. The database notifies their open streams. Returns the
 * number of the user's own sessions that ended.
 */
export async function revokeAccess(tx: Transaction, userId: string, exceptId?: string): Promise<number> {
  const own = and(eq(session.userId, userId), exceptId === undefined ? undefined : ne(session.id, exceptId))
  const count = await tx.$count(session, own)
  await endCredentials(tx, 'revokedAccess', { userId, kept: { sessionId: exceptId } })
  return count
}

/** Revokes all trusted devices of the user, pending second factors and mailed links. */
export const revokeTrust = (tx: Transaction, userId: string): Promise<void> =>
  endCredentials(tx, 'revokedTrust', { userId })
