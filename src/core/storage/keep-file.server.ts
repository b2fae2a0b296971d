import type { Db, Transaction } from '#/core/db/database.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import type { Storage } from './storage.server.ts'

type Services = { db: Db; storage: Storage; log: Log }

/**
 * Bytes first, row after: a row never stands without its bytes. `writeRow` writes it in one transaction with
 * what else belongs to it; its answer is answered. A crash between the two leaves bytes that no row names and
 * nobody can reach.
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
    // A commit whose answer was lost may have happened; then the bytes are needed.
    if (!isCommitting) await deleteBytes(services, [id])
    throw error
  }
}

/**
 * Deletes the bytes of files whose rows are gone. Never throws: what could not be deleted is named by no row.
 */
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
