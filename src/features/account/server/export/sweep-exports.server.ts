import { and, eq, exists, gt, lt, lte, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '#/core/db/database.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { file } from '#/core/storage/file.table.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { accountExport } from './account-export.table.server.ts'
import { EXPORT_FILE } from './export-order.server.ts'

// A job takes minutes at most, including its retries.
const LOST_AFTER_MINUTES = 120
const REMEMBERED_DAYS = 30

type Services = { db: Db; storage: Storage; log: Log }

/**
 * Deletes the files of expired exports and orphaned export files, marks exports whose job was lost as failed,
 * and deletes old rows. Returns the number of deleted files. Called by a scheduled job.
 */
export async function sweepExports({ db, storage, log }: Services): Promise<number> {
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
    .where(and(eq(accountExport.status, 'running'), lt(accountExport.createdAt, long)))
  await db
    .delete(accountExport)
    .where(lt(accountExport.createdAt, sql`now() - make_interval(days => ${REMEMBERED_DAYS})`))
  return gone.length
}
