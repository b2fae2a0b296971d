import path from 'node:path'
import type { Env } from '#/env/env.server.ts'
import { parseStorageUrl } from '#/env/storage-url.ts'
import { createDiskStorage, type Storage } from './storage.server.ts'

/**
 * Opens the configured storage: a bucket with STORAGE_URL, otherwise the folder of files in DATA_DIR. With a
 * bucket, files that are still in the folder are found there, until `npm run storage:move` has carried them.
 */
export async function openStorage({
  STORAGE_URL,
  DATA_DIR,
}: Pick<Env, 'STORAGE_URL' | 'DATA_DIR'>): Promise<Storage> {
  const disk = openDisk(DATA_DIR)
  return STORAGE_URL === undefined ? disk : before(disk, await openBucketStorage(STORAGE_URL, DATA_DIR))
}

export const openDisk = (dataDir: string) => createDiskStorage(path.join(dataDir, 'files'))

/** Opens a bucket alone. Throws for an invalid URL, which the settings have checked. */
export async function openBucketStorage(storageUrl: string, dataDir: string): Promise<Storage> {
  const url = parseStorageUrl(storageUrl)
  if (!url) throw new Error('Not a storage URL')
  // Half a second that only installations with a bucket pay.
  const { createS3Storage, openBucket } = await import('./s3-storage.server.ts')
  return createS3Storage(await openBucket('STORAGE_URL', url), path.join(dataDir, 'files'))
}

function before(disk: Storage, bucket: Storage): Storage {
  return {
    ...bucket,
    place: { ...bucket.place, before: disk.place },
    open: async (id) => (await bucket.open(id)) ?? disk.open(id),
    async delete(id) {
      await bucket.delete(id)
      await disk.delete(id)
    },
    async *list() {
      yield* bucket.list()
      yield* disk.list()
    },
  }
}
