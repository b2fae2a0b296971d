import { createHash } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { openBucketStorage, openDisk } from '@plinth/core/internal/storage/open-storage.server.ts'
import type { Storage } from '@plinth/core/files/server'
import { objectFile } from '@plinth/cli/s3-server.ts'

/** The STORAGE_URL of a data folder when the run is on object storage: its own part of the bucket. */
export function testStorageUrl(dataDir: string): string | undefined {
  if (!process.env.TEST_STORAGE_URL) return undefined
  const url = new URL(process.env.TEST_STORAGE_URL)
  url.pathname = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return url.href
}

/** The storage of a data folder: on the disk, or in the bucket of TEST_STORAGE_URL (`npm run test:slow`). */
export async function openTestStorage(dataDir: string): Promise<Storage> {
  const url = testStorageUrl(dataDir)
  return url === undefined ? openDisk(dataDir) : openBucketStorage(url, dataDir)
}

/** The ids of all stored files. */
export async function storedIds(storage: Storage): Promise<string[]> {
  const ids: string[] = []
  for await (const listed of storage.list()) ids.push(...listed.map(({ id }) => id))
  return ids
}

/** Makes a stored file of a data folder older, where its driver's server keeps it. */
export async function setWrittenAt(dataDir: string, id: string, at: Date): Promise<void> {
  const url = testStorageUrl(dataDir)
  const place =
    url === undefined
      ? path.join(dataDir, 'files', id.slice(-1), id.slice(-2, -1), id)
      : objectFile(process.env.TEST_STORAGE_FOLDER ?? '', `${new URL(url).pathname.slice(1)}/${id}`)
  await utimes(place, at, at)
}
