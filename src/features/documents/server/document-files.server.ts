import { and, inArray, lt, not, sql } from 'drizzle-orm'
import { type Db, inBatches } from '@plinth/core/database/server'
import { defineJob, hasUnfinishedJob } from '@plinth/core/jobs/server'
import type { FileOwner } from '@plinth/core/files/server'
import { documents } from './documents.table.server.ts'
import { indexDocument, indexSlowDocument, underWay } from './index-order.server.ts'

/** The purpose of these files, which are never served by URL. */
export const DOCUMENT_FILE = 'document'

export const documentFiles: FileOwner = { purpose: DOCUMENT_FILE, table: documents }

const LOST_AFTER_MINUTES = 60

/**
 * Fails documents whose job is gone: it failed for good, was discarded by an administrator, or waited too
 * long.
 */
export async function sweepDocuments(db: Db, signal?: AbortSignal): Promise<void> {
  const before = sql`now() - make_interval(mins => ${LOST_AFTER_MINUTES})`
  const hasJob = hasUnfinishedJob([indexDocument, indexSlowDocument], ['documentId', documents.id])
  const isLost = and(inArray(documents.status, underWay), lt(documents.updatedAt, before), not(hasJob))
  await inBatches(async (limit) => {
    const lost = db.select({ id: documents.id }).from(documents).where(isLost).limit(limit)
    const { rowCount } = await db
      .update(documents)
      .set({ status: 'failed', error: 'documents:problems.interrupted', updatedAt: sql`now()` })
      .where(and(inArray(documents.id, lost), isLost))
    return rowCount ?? 0
  }, signal)
}

export const sweepDocumentsJob = defineJob({
  name: 'sweep-documents',
  cron: '5-59/10 * * * *',
  handler: async ({ db, signal }) => sweepDocuments(db, signal),
})
