import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#/db/database.server.ts'
import { deleteOld, olderThan } from '#/db/delete-old.server.ts'
import { mail } from './mail.table.server.ts'

const KEPT_DAYS = 30

/**
 * Deletes sent and failed mails older than 30 days and returns their number. Pending mails stay, however old.
 * A scheduled job calls it.
 */
export async function sweepMail(db: OpenDatabase['db'], signal?: AbortSignal): Promise<number> {
  const where = sql`${mail.createdAt} < ${olderThan(KEPT_DAYS)}
    and (${mail.sentAt} is not null or ${mail.failedAt} is not null)`
  return deleteOld(db, { table: mail, where, signal })
}
