import type { Db, Transaction } from '#/core/db/database.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import type { Storage } from './storage.server.ts'

type Services = { db: Db; storage: Storage; log: Log }

/**
 * Stores bytes before their row, so that a row never lacks its bytes. `writeRow` writes the row and what
 * belongs to it in one transaction; its result is returned. A crash in between leaves bytes without a row,
 * which `sweepFiles` deletes.
 */
export async function keepFile<T>(
  services: Services,
  { id, bytes }: { id: string; bytes: Uint8Array },
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
