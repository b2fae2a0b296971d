import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import type { Db } from '#/core/db/database.server.ts'
import { defineJob, type JobDefinition } from '#/core/jobs/jobs.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { file } from '#/core/storage/file.table.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { documents } from './documents.table.server.ts'

/** The purpose of these files, which are never served by URL. */
export const DOCUMENT_FILE = 'document'

// An upload or a job takes a few minutes at most.
const LEFT_BEHIND_AFTER_MINUTES = 60

type FileServices = { db: Db; storage: Storage; log: Log }

/** Deletes the bytes of a file that no document references, then its row. Never throws: the sweep retries. */
export async function forgetFile({ db, storage, log }: FileServices, fileId: string): Promise<void> {
  try {
    await storage.delete(fileId)
    await db.delete(file).where(eq(file.id, fileId))
  } catch (error) {
    log.warn({ fileId, err: error }, 'the file of a document could not be deleted')
  }
}

/**
 * Deletes files whose document is gone with its workspace or was never written, and fails documents whose job
 * was lost. Runs as a job. Returns the number of deleted files.
 */
export async function sweepDocuments(services: FileServices): Promise<number> {
  const { db } = services
  const before = sql`now() - make_interval(mins => ${LEFT_BEHIND_AFTER_MINUTES})`
  const named = db.select({ id: documents.id }).from(documents).where(eq(documents.fileId, file.id))
  const left = await db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.purpose, DOCUMENT_FILE), lt(file.createdAt, before), notExists(named)))
  for (const { id } of left) await forgetFile(services, id)
  await db
    .update(documents)
    .set({ status: 'failed', error: 'documents:problems.interrupted', updatedAt: sql`now()` })
    .where(and(inArray(documents.status, ['parsing', 'indexing']), lt(documents.updatedAt, before)))
  return left.length
}

/** Runs often, because deleting an account or an organization leaves the files of its documents behind. */
export const sweepDocumentsJob = (storage: Storage): JobDefinition =>
  defineJob({
    name: 'sweep-documents',
    cron: '5-59/10 * * * *',
    handler: async ({ db, log }) => void (await sweepDocuments({ db, storage, log })),
  })
