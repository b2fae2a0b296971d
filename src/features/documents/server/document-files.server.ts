import { and, inArray, lt, not, sql } from 'drizzle-orm'
import type { Db } from '#/core/db/database.server.ts'
import { inBatches } from '#/core/db/delete-old.server.ts'
import { defineJob, type JobDefinition } from '#/core/jobs/jobs.server.ts'
import { hasUnfinishedJob } from '#/core/jobs/stuck-jobs.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { sweepUnusedFiles } from '#/core/storage/keep-file.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { documents } from './documents.table.server.ts'
import { indexDocument, indexSlowDocument, underWay } from './index-order.server.ts'

/** The purpose of these files, which are never served by URL. */
export const DOCUMENT_FILE = 'document'

const LOST_AFTER_MINUTES = 60

type FileServices = { db: Db; storage: Storage; log: Log; signal?: AbortSignal }

/**
 * Deletes files whose document is gone with its workspace or was never written, and fails documents whose job
 * is gone: it failed for good, was discarded by an administrator, or waited too long. Runs as a job. Returns
 * the number of deleted files.
 */
export async function sweepDocuments({ signal, ...services }: FileServices): Promise<number> {
  const before = sql`now() - make_interval(mins => ${LOST_AFTER_MINUTES})`
  const hasJob = hasUnfinishedJob([indexDocument, indexSlowDocument], ['documentId', documents.id])
  const isLost = and(inArray(documents.status, underWay), lt(documents.updatedAt, before), not(hasJob))
  await inBatches(async (limit) => {
    const lost = services.db.select({ id: documents.id }).from(documents).where(isLost).limit(limit)
    const { rowCount } = await services.db
      .update(documents)
      .set({ status: 'failed', error: 'documents:problems.interrupted', updatedAt: sql`now()` })
      .where(and(inArray(documents.id, lost), isLost))
    return rowCount ?? 0
  }, signal)
  return sweepUnusedFiles(services, { purpose: DOCUMENT_FILE, usedBy: documents })
}

/** Runs often, because deleting an account or an organization leaves the files of its documents behind. */
export const sweepDocumentsJob = (storage: Storage): JobDefinition =>
  defineJob({
    name: 'sweep-documents',
    cron: '5-59/10 * * * *',
    handler: async ({ db, log, signal }) => void (await sweepDocuments({ db, storage, log, signal })),
  })
