import { and, eq, exists, gt, lt, lte, not, notExists, or, sql } from 'drizzle-orm'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { deleteOld, olderThan } from '#/core/db/delete-old.server.ts'
import { hasUnfinishedJob } from '#/core/jobs/stuck-jobs.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { file } from '#/core/storage/file.table.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { accountExport } from './account-export.table.server.ts'
import { EXPORT_FILE, makeExport } from './export-order.server.ts'

const LOST_AFTER_MINUTES = 120
const REMEMBERED_DAYS = 30

type Services = { db: OpenDatabase['db']; storage: Storage; log: Log; signal?: AbortSignal }

/**
 * Deletes the files of expired exports and orphaned export files, marks exports whose job was lost as failed,
 * and deletes old rows. Returns the number of deleted files. Called by a scheduled job.
 */
export async function sweepExports({ db, storage, log, signal }: Services): Promise<number> {
  const long = sql`now() - make_interval(mins => ${LOST_AFTER_MINUTES})`
  const stillGood = db
    .select({ id: accountExport.id })
    .from(accountExport)
    .where(and(eq(accountExport.fileId, file.id), gt(accountExport.expiresAt, sql`now()`)))
  const expired = db
    .select({ id: accountExport.id })
    .from(accountExport)
    .where(and(eq(accountExport.fileId, file.id), lte(accountExport.expiresAt, sql`now()`)))
  const gone = await db
    .select({ id: file.id })
    .from(file)
    .where(
      and(
        eq(file.purpose, EXPORT_FILE),
        or(exists(expired), and(lt(file.createdAt, long), notExists(stillGood))),
      ),
    )
  for (const { id } of gone) {
    try {
      await storage.delete(id)
      await db.delete(file).where(eq(file.id, id))
    } catch (error) {
      log.warn({ fileId: id, err: error }, 'the file of an export could not be deleted')
    }
  }
  await db
    .update(accountExport)
    .set({ status: 'failed' })
    .where(
      and(
        eq(accountExport.status, 'running'),
        lt(accountExport.createdAt, long),
        not(hasUnfinishedJob([makeExport], ['exportId', accountExport.id])),
      ),
    )
  await deleteOld(db, {
    table: accountExport,
    where: sql`${accountExport.createdAt} < ${olderThan(REMEMBERED_DAYS)}`,
    signal,
  })
  return gone.length
}
