import { and, eq, isNotNull, lt, lte, not, sql } from 'drizzle-orm'
import { type OpenDatabase, deleteOld, olderThan } from '@plinth/core/database/server'
import { hasUnfinishedJob } from '@plinth/core/jobs/server'
import type { FileOwner } from '@plinth/core/files/server'
import { accountExport } from './account-export.table.server.ts'
import { EXPORT_FILE, makeExport } from './export-order.server.ts'

const LOST_AFTER_MINUTES = 120
const REMEMBERED_DAYS = 30

export const exportFiles: FileOwner = { purpose: EXPORT_FILE, table: accountExport }

/**
 * Lets go of the files of expired exports, marks exports whose job was lost as failed, and deletes old rows.
 * Called by a scheduled job.
 */
export async function sweepExports(db: OpenDatabase['db'], signal?: AbortSignal): Promise<void> {
  const long = sql`now() - make_interval(mins => ${LOST_AFTER_MINUTES})`
  await db
    .update(accountExport)
    .set({ fileId: null })
    .where(and(isNotNull(accountExport.fileId), lte(accountExport.expiresAt, sql`now()`)))
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
}
