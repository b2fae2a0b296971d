import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db, Transaction } from '#/core/db/database.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { file } from './file.table.server.ts'
import type { Storage } from './storage.server.ts'

type Services = { db: Db; storage: Storage; log: Log }

/**
 * Stores bytes before their row, so that a row never lacks its bytes. `writeRow` writes the row and what
 * belongs to it in one transaction; its result is returned. A crash in between leaves bytes without a row,
 * which `sweepFiles` deletes.
 */
export async function keepFile<T>(
  services: Services,
  { id, bytes }: { id: string; bytes: Uint8Array | Blob },
  writeRow: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await services.storage.put(id, bytes)
  let isCommitting = false
  try {
    return await services.db.transaction(async (tx) => {
      const answer = await writeRow(tx)
      isCommitting = true
      return answer
    })
  } catch (error) {
    // The commit may have succeeded although its response was lost, so the bytes are kept.
    if (!isCommitting) await deleteBytes(services, [id])
    throw error
  }
}

/** Deletes the bytes of files whose rows are deleted. Never throws: `sweepFiles` deletes leftovers. */
export async function deleteBytes(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    try {
      await storage.delete(id)
    } catch (error) {
      log.warn({ fileId: id, err: error }, 'the bytes of a file could not be deleted')
    }
  }
}

/** Deletes the bytes of a file that nothing references, then its row. Never throws: a sweep retries. */
export async function forgetFile({ db, storage, log }: Services, fileId: string): Promise<void> {
  try {
    await storage.delete(fileId)
    await db.delete(file).where(eq(file.id, fileId))
  } catch (error) {
    log.warn({ fileId, err: error }, 'a file could not be deleted')
  }
}

// An upload or a job takes a few minutes at most.
const UNUSED_AFTER_MINUTES = 60

/**
 * Deletes the files of a purpose that no row of the feature's table names in `fileId`: their row went with
 * its workspace, or was never written. Returns their number. Run it often: deleted accounts and organizations
 * leave files behind.
 */
export async function sweepUnusedFiles(
  services: Services,
  { purpose, usedBy }: { purpose: string; usedBy: PgTable & { fileId: PgColumn } },
): Promise<number> {
  const { db } = services
  const before = sql`now() - make_interval(mins => ${UNUSED_AFTER_MINUTES})`
  const uses = db.select({ id: usedBy.fileId }).from(usedBy).where(eq(usedBy.fileId, file.id))
  const unused = await db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.purpose, purpose), lt(file.createdAt, before), notExists(uses)))
  for (const { id } of unused) await forgetFile(services, id)
  return unused.length
}
