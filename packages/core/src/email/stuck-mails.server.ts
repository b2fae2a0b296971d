import { and, asc, desc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#/db/database.server.ts'
import { enqueueJob } from '#/jobs/jobs.server.ts'
import { hasUnfinishedJob, retryWaitingJobs } from '#/jobs/stuck-jobs.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { mail } from './mail.table.server.ts'
import { deliverMail } from './send-mail.server.ts'

// Administrators look after emails that wait or were given up.

export type StuckMail = {
  id: string
  template: string
  to: string
  isFailed: boolean
  /** Its link or code has expired. */
  isExpired: boolean
  attempts: number
  lastError: string | null
  at: Date
}

const isLate = sql`${mail.createdAt} < now() - interval '1 minute'`
const isExpired = sql<boolean>`coalesce(${mail.expiresAt} <= now(), false)`

/**
 * Returns the emails that were given up, the newest first, then those that were tried or have been waiting
 * for a minute.
 */
export async function listStuckMails(db: Db, limit: number): Promise<StuckMail[]> {
  return db
    .select({
      id: mail.id,
      template: mail.template,
      to: mail.to,
      isFailed: sql<boolean>`${mail.failedAt} is not null`,
      isExpired,
      attempts: mail.attempts,
      lastError: mail.lastError,
      at: sql`coalesce(${mail.failedAt}, ${mail.createdAt})`.mapWith(mail.createdAt),
    })
    .from(mail)
    .where(and(isNull(mail.sentAt), or(gt(mail.attempts, 0), isNotNull(mail.failedAt), isLate)))
    .orderBy(sql`${mail.failedAt} desc nulls last`, desc(mail.createdAt), asc(mail.id))
    .limit(limit)
}

/**
 * Sends an email that was given up, that lost its job, or that waits for its next try, as soon as a worker is
 * free. Returns its template, and whether that changed anything. Throws not_found for one that was sent or is
 * gone, conflict for one whose link or code has expired.
 */
export async function retryMail(
  tx: Transaction,
  mailId: string,
): Promise<{ template: string; isChanged: boolean }> {
  const [row] = await tx
    .select({ template: mail.template, failedAt: mail.failedAt, isExpired })
    .from(mail)
    .where(and(eq(mail.id, mailId), isNull(mail.sentAt)))
    .for('update')
  if (!row) throw new AppError('not_found', 'errors:notFound')
  const { template } = row
  if (row.isExpired) throw new AppError('conflict', 'errors:conflict')
  // Read after the lock, which another retry may have held.
  const { rows } = await tx.execute<{ isQueued: boolean }>(
    sql`select ${hasUnfinishedJob([deliverMail], ['mailId', mailId])} as "isQueued"`,
  )
  if (row.failedAt || !rows[0]?.isQueued) {
    // Its job is done or gone; the new one counts its attempts from one.
    await tx.update(mail).set({ failedAt: null, attempts: 0 }).where(eq(mail.id, mailId))
    await enqueueJob(tx, deliverMail, { data: { mailId } })
    return { template, isChanged: true }
  }
  return { template, isChanged: await retryWaitingJobs(tx, deliverMail, ['mailId', mailId]) }
}

/**
 * Deletes an email that was not sent, and returns its template. One that a worker is sending right now may
 * still arrive. Throws not_found for one that was sent or is gone.
 */
export async function discardMail(tx: Transaction, mailId: string): Promise<string> {
  const [row] = await tx
    .delete(mail)
    .where(and(eq(mail.id, mailId), isNull(mail.sentAt)))
    .returning({ template: mail.template })
  if (!row) throw new AppError('not_found', 'errors:notFound')
  return row.template
}
