import { lt, sql } from 'drizzle-orm'
import type { Db } from '#/core/db/database.server.ts'
import { session, verification } from '#/core/identity/identity.table.server.ts'
import { deleteSessions } from './administration/revoke-access.server.ts'
import { knownDevice } from './security/security.table.server.ts'

/** A device nobody has signed in from for so long is unknown again: its next sign-in is worth a mail. */
const DEVICE_DAYS = 400

/**
 * Deletes sessions and links whose time is over, which let nobody in any more, and devices that were not seen
 * for 400 days. Answers how many rows. A scheduled job calls it.
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
