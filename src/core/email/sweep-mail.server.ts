import { and, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#/core/db/database.server.ts'
import { mail } from './mail.table.server.ts'

const KEPT_DAYS = 30

/**
 * Deletes sent and failed mails older than 30 days and returns their number. Pending mails stay, however old.
 * A scheduled job calls it.
 */
export async function sweepMail(db: Db): Promise<number> {
  const settled = or(isNotNull(mail.sentAt), isNotNull(mail.failedAt))
  const old = lt(mail.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`)
  const gone = await db.delete(mail).where(and(settled, old)).returning({ id: mail.id })
  return gone.length
}
