import { eq } from 'drizzle-orm'
import type { Db, Transaction } from '#/db/database.server.ts'
import type { Log } from '#/log/log.server.ts'
import { createId } from '#/lib/create-id.ts'
import { file } from './file.table.server.ts'
import type { Storage } from './storage.server.ts'

type Services = { db: Db; storage: Storage; log: Log }

type NewFile = Pick<typeof file.$inferInsert, 'purpose' | 'uploadedById' | 'contentType'> & {
  bytes: Uint8Array | Blob
}

/**
 * Stores a file: first its bytes, then its row, in the transaction of the change that it is part of. `change`
 * writes that, and calls `addFile` for the row, behind its locks and before rows that refer to the file.
 * Returns what `change` returns. If it throws or adds no row, the bytes are deleted; a crash leaves bytes
 * without a row, which `sweepFiles` deletes.
 */
export async function keepFile<T>(
  services: Services,
  { bytes, ...facts }: NewFile,
  change: (tx: Transaction, addFile: () => Promise<string>) => Promise<T>,
): Promise<T> {
  const id = createId()
  const sizeBytes = bytes instanceof Blob ? bytes.size : bytes.length
  await services.storage.put(id, bytes)
  // The commit may have succeeded although its response was lost, so from then on the bytes are kept.
  let isCommitting = false
  try {
    return await services.db.transaction(async (tx) => {
      let hasRow = false
      const answer = await change(tx, async () => {
        await tx.insert(file).values({ id, sizeBytes, ...facts })
        hasRow = true
        return id
      })
      isCommitting = hasRow
      return answer
    })
  } finally {
    if (!isCommitting) await deleteBytes(services, [id])
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
