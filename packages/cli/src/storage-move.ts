// npm run storage:move [-- s3://bucket?endpoint=...]: carries the files in DATA_DIR into the bucket of
// STORAGE_URL while the application runs with it; with a URL, the files of that bucket into the configured
// storage.
import './load-env.ts'
import { createHash } from 'node:crypto'
import { type Env, getEnv } from '@plinth/core/internal/env/env.server.ts'
import { parseStorageUrl } from '@plinth/core/internal/env/storage-url.ts'
import { requireSharedStorage } from '@plinth/core/internal/storage/installation.server.ts'
import {
  openBucketStorage,
  openDisk,
  openStorage,
} from '@plinth/core/internal/storage/open-storage.server.ts'
import type { Storage } from '@plinth/core/internal/storage/storage.server.ts'
import { Refusal } from './welcome.ts'
import { withDatabase } from './with-database.ts'

const PARALLEL = 4

const startedAt = Date.now()
await withDatabase(async ({ db }) => {
  const env = getEnv()
  const { source, target } = await readArguments(env)
  await requireSharedStorage({ db, place: { ...target.place, before: source.place }, env })
  let moved = 0
  let bytes = 0
  for await (const listed of source.list()) {
    const waiting = listed.map(({ id }) => id)
    const carry = async () => {
      for (let id = waiting.pop(); id; id = waiting.pop()) {
        bytes += await move(id, source, target)
        moved++
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, carry))
  }
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
  console.log(
    `Moved ${moved} files (${(bytes / 1024 / 1024).toFixed(1)} MB) from ${source.place.name} to ${target.place.name} in ${seconds} s; each was read back and compared.`,
  )
})

async function readArguments(env: Env): Promise<{ source: Storage; target: Storage }> {
  const [given, ...more] = process.argv.slice(2)
  if (more.length > 0 || (given !== undefined && !parseStorageUrl(given)))
    throw new Refusal(
      'Name the bucket to move from: npm run storage:move -- s3://bucket?endpoint=https://...',
    )
  if (given !== undefined && given === env.STORAGE_URL)
    throw new Refusal('The files are already there: that is STORAGE_URL. Nothing was moved.')
  if (given !== undefined)
    return { source: await openBucketStorage(given, env.DATA_DIR), target: await openStorage(env) }
  if (env.STORAGE_URL === undefined)
    throw new Refusal('Set STORAGE_URL to the bucket first. Nothing was moved.')
  return {
    source: openDisk(env.DATA_DIR),
    target: await openBucketStorage(env.STORAGE_URL, env.DATA_DIR),
  }
}

/** Moves one file and returns its size; 0 for one that was deleted meanwhile. */
async function move(id: string, source: Storage, target: Storage): Promise<number> {
  const stored = await source.open(id)
  if (!stored) return 0
  const digest = await digestOf(id, source)
  const there = await target.open(id)
  if (there?.sizeBytes !== stored.sizeBytes) {
    const held = await target.hold(stored.stream(), {
      name: id,
      type: '',
    })
    try {
      await target.put(id, held.file)
    } finally {
      await held.release()
    }
  }
  if ((await digestOf(id, target)) !== digest)
    throw new Refusal(
      `${id} came back from ${target.place.name} with other bytes. It is still in ${source.place.name}; nothing is lost. Run this again.`,
    )
  await source.delete(id)
  return stored.sizeBytes
}

async function digestOf(id: string, storage: Storage): Promise<string | undefined> {
  const stored = await storage.open(id)
  if (!stored) return undefined
  const hash = createHash('sha256')
  for await (const bytes of stored.stream()) hash.update(bytes)
  return hash.digest('hex')
}
