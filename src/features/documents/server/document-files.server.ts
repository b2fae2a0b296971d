import { and, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#/core/db/database.server.ts'
import { defineJob, type JobDefinition } from '#/core/jobs/jobs.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { sweepUnusedFiles } from '#/core/storage/keep-file.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { documents } from './documents.table.server.ts'

/** The purpose of these files, which are never served by URL. */
export const DOCUMENT_FILE = 'document'

// A job takes a few minutes at most.
const INTERRUPTED_AFTER_MINUTES = 60

type FileServices = { db: Db; storage: Storage; log: Log }

/**
 * Deletes files whose document is gone with its workspace or was never written, and fails documents whose job
 * was lost. Runs as a job. Returns the number of deleted files.
 */
export async function sweepDocuments(services: FileServices): Promise<number> {
  const before = sql`now() - make_interval(mins => ${INTERRUPTED_AFTER_MINUTES})`
  await services.db
    .update(documents)
    .set({ status: 'failed', error: 'documents:problems.interrupted', updatedAt: sql`now()` })
    .where(and(inArray(documents.status, ['parsing', 'indexing']), lt(documents.updatedAt, before)))
  return sweepUnusedFiles(services, { purpose: DOCUMENT_FILE, usedBy: documents })
}

/** Runs often, because deleting an account or an organization leaves the files of its documents behind. */
export const sweepDocumentsJob = (storage: Storage): JobDefinition =>
  defineJob({
    name: 'sweep-documents',
    cron: '5-59/10 * * * *',
    handler: async ({ db, log }) => void (await sweepDocuments({ db, storage, log })),
  })
