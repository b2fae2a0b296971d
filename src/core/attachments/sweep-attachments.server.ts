import { and, inArray, lt } from 'drizzle-orm'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { olderThan } from '#/core/db/delete-old.server.ts'
import { defineJob, type JobDefinition } from '#/core/jobs/jobs.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { sweepUnusedFiles } from '#/core/storage/keep-file.server.ts'
import type { Storage } from '#/core/storage/storage.server.ts'
import { isUnused } from './attachments.server.ts'
import { ATTACHMENT, attachments } from './attachments.table.server.ts'

/** How long an upload is kept that no row has: before its form is sent, or once it was replaced. */
const UNUSED_DAYS = 7
const BATCH = 1_000

type Services = { db: OpenDatabase['db']; storage: Storage; log: Log; signal?: AbortSignal | undefined }

/**
 * Deletes uploads that no row has had for seven days, then the files of all that are gone, also with their
 * workspace. A deleted row keeps its files while it can be restored. Returns the number of files.
 */
export async function sweepAttachments({ signal, ...services }: Services): Promise<number> {
  const { db } = services
  const isOld = lt(attachments.usedAt, olderThan(UNUSED_DAYS))
  for (let found = BATCH; found === BATCH && !signal?.aborted;) {
    const unused = await db
      .select({ id: attachments.fileId })
      .from(attachments)
      .where(and(isOld, await isUnused(db)))
      .limit(BATCH)
    found = unused.length
    const ids = unused.map(({ id }) => id)
    // A row that takes one meanwhile has made it young.
    if (found > 0) await db.delete(attachments).where(and(inArray(attachments.fileId, ids), isOld))
  }
  return sweepUnusedFiles(services, { purpose: ATTACHMENT, usedBy: attachments })
}

export const sweepAttachmentsJob = (storage: Storage): JobDefinition =>
  defineJob({
    name: 'sweep-attachments',
    cron: '9-59/10 * * * *',
    handler: async ({ db, log, signal }) => void (await sweepAttachments({ db, storage, log, signal })),
  })
