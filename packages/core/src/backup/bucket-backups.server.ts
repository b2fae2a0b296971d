import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseStorageUrl } from '#/env/storage-url.ts'
import {
  deleteObject,
  listObjects,
  openBucket,
  putObject,
  readObject,
  type Bucket,
} from '#/storage/s3-storage.server.ts'
import { fileNameAt, keptBackup, newestFirst, type BackupPlace } from './backup-place.server.ts'
import { writeBackup } from './write-backup.server.ts'

/**
 * A bucket, with the backups of each installation below its id, so that none deletes another's. A backup is
 * written to `folder` first: the bucket has only complete ones. Throws for an invalid URL, which the settings
 * have checked.
 */
export async function bucketPlace(backupsUrl: string, folder: string): Promise<BackupPlace> {
  const bucket = await bucketOf(backupsUrl)
  const { url } = bucket
  const outgoing = path.join(folder, 'outgoing')
  return {
    name: `s3://${url.bucket}/${url.prefix}`.replace(/\/$/, ''),
    async list(installation) {
      const below = installation === undefined ? '' : `${installation}/`
      const found = []
      for await (const page of listObjects(bucket, below))
        found.push(...page.flatMap(({ id, sizeBytes }) => keptBackup(`${below}${id}`, sizeBytes)))
      return newestFirst(found)
    },
    async write(source, { installation, at }, options) {
      const name = fileNameAt(at)
      const file = path.join(outgoing, name)
      // A killed one may have left its file.
      await rm(outgoing, { recursive: true, force: true })
      await mkdir(outgoing, { recursive: true, mode: 0o700 })
      try {
        const written = await writeBackup(source, file, options)
        const { size: sizeBytes } = await stat(file)
        await putObject(bucket, {
          name: bucket.key(`${installation}/${name}`),
          content: createReadStream(file),
          sizeBytes,
          signal: options.signal,
        })
        return written
      } finally {
        await rm(outgoing, { recursive: true, force: true })
      }
    },
    async fetch(name) {
      const file = path.join(folder, path.basename(name))
      const partial = `${file}.partial`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await pipeline(readObject(bucket, bucket.key(name)), createWriteStream(partial, { mode: 0o600 }))
      await rename(partial, file)
      return file
    },
    delete: (name) => deleteObject(bucket, bucket.key(name)),
  }
}

/** One client for each URL of the process: it keeps its connections. */
const opened = new Map<string, Promise<Bucket>>()

function bucketOf(text: string): Promise<Bucket> {
  const url = parseStorageUrl(text)
  if (!url) throw new Error('Not a storage URL')
  const bucket = opened.get(text) ?? openBucket('BACKUPS_URL', url)
  opened.set(text, bucket)
  return bucket
}
