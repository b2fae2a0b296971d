import { and, inArray, lt, sql } from 'drizzle-orm'
import type { OpenDatabase, Transaction } from '#/db/database.server.ts'
import { deleteOld, inBatches, olderThan } from '#/db/delete-old.server.ts'
import { session, verification } from '#/identity/identity.table.server.ts'
import { deleteSessions } from './administration/delete-sessions.server.ts'
import { knownDevice } from './security/security.table.server.ts'

/** Devices unused for this long are forgotten: their next sign-in sends a mail again. */
const DEVICE_DAYS = 400

/**
 * Deletes expired sessions and links, and devices not seen for 400 days. Returns the number of these rows. A
 * scheduled job calls it.
 */
export async function sweepAuth(db: OpenDatabase['db'], signal?: AbortSignal): Promise<number> {
  const sessions = await inBatches((limit) => db.transaction((tx) => endExpired(tx, limit)), signal)
  const links = await deleteOld(db, {
    table: verification,
    where: sql`${verification.expiresAt} < now()`,
    signal,
  })
  const devices = await deleteOld(db, {
    table: knownDevice,
    where: sql`${knownDevice.lastSeenAt} < ${olderThan(DEVICE_DAYS)}`,
    signal,
  })
  return sessions + links + devices
}

async function endExpired(tx: Transaction, limit: number): Promise<number> {
  const hasExpired = lt(session.expiresAt, sql`now()`)
  const expired = await tx.select({ id: session.id }).from(session).where(hasExpired).limit(limit)
  const ids = expired.map(({ id }) => id)
  await deleteSessions(tx, and(inArray(session.id, ids), hasExpired))
  return ids.length
}
