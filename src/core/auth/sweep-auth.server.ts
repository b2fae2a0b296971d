import { lt, sql } from 'drizzle-orm'
import type { Db } from '#/core/db/database.server.ts'
import { session, verification } from '#/core/identity/identity.table.server.ts'
import { deleteSessions } from './administration/delete-sessions.server.ts'
import { knownDevice } from './security/security.table.server.ts'

/** Devices unused for this long are forgotten: their next sign-in sends a mail again. */
const DEVICE_DAYS = 400

/**
 * Deletes expired sessions and links, and devices not seen for 400 days. Returns the number of deleted rows.
 * A scheduled job calls it.
 */
export async function sweepAuth(db: Db): Promise<number> {
  const sessions = await db.transaction((tx) => deleteSessions(tx, lt(session.expiresAt, sql`now()`)))
  const links = await db
    .delete(verification)
    .where(lt(verification.expiresAt, sql`now()`))
    .returning({ id: verification.id })
  const devices = await db
    .delete(knownDevice)
    .where(lt(knownDevice.lastSeenAt, sql`now() - make_interval(days => ${DEVICE_DAYS})`))
    .returning({ userId: knownDevice.userId })
  return sessions.length + links.length + devices.length
}
