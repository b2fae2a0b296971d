import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#/lib/app-error.ts'

/** A file on the disk without an id, until it is released or stored. */
export type HeldFile = { file: File; release(): Promise<void> }

/** Stores the bytes of files by id. Their type and access are in the file's row. */
export type Storage = {
  /**
   * Atomic and durable: once it resolves all bytes survive a power cut; before, the id does not exist. A held
   * file is moved. Throws AppError storage_full.
   */
  put(id: string, content: Uint8Array | Blob): Promise<void>
  /** Undefined for an unknown id. */
  get(id: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Like `get`, but reads from the disk on demand. */
  open(id: string): Promise<Blob | undefined>
  /**
   * Streams the source to the disk. A source that fails leaves nothing behind. Throws AppError storage_full.
   */
  hold(source: AsyncIterable<Uint8Array>, facts: { name: string; type: string }): Promise<HeldFile>
  /** Ignores an unknown id. */
  delete(id: string): Promise<void>
  /**
   * Deletes files of interrupted uploads that were last written more than `olderThanMs` ago, and returns
   * their number. Stored files are not touched.
   */
  sweep(olderThanMs: number): Promise<number>
}

/** Whether it is a valid file id: lower-case letters and digits, so never a path. */
export function isStorageId(id: string): boolean {
  return /^[0-9a-z]{10,64}$/.test(id)
}

/**
 * Stores files in a local folder, or one that all instances mount, and creates it with the first file. Every
 * method throws for an invalid id.
 */
export function createDiskStorage(folder: string): Storage {
  const held = new WeakMap<Blob, string>()
  return {
    async put(id, content) {
      const target = placeOf(folder, id)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 }).catch(sayFull)
      const temporary =
        (content instanceof Blob && held.get(content)) || (await writeIncoming(folder, content))
      try {
        await syncFile(temporary)
        await rename(temporary, target)
      } catch (error) {
        await rm(temporary, { force: true })
        return sayFull(error)
      }
      // Makes the name and possibly new folders durable.
      await syncFolder(path.dirname(target))
      await syncFolder(path.dirname(path.dirname(target)))
      await syncFolder(folder)
    },
    async open(id) {
      const place = placeOf(folder, id)
      return (await stat(place).catch(undefinedWhenMissing)) && openAsBlob(place)
    },
    async hold(source, { name, type }) {
      const temporary = await writeIncoming(folder, source)
      const file = new File([await openAsBlob(temporary)], name, { type })
      held.set(file, temporary)
      return { file, release: () => rm(temporary, { force: true }) }
    },
    async get(id) {
      try {
        return await readFile(placeOf(folder, id))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async delete(id) {
      await rm(placeOf(folder, id), { force: true })
    },
    sweep: (olderThanMs) => sweepFolder(incomingOf(folder), Date.now() - olderThanMs),
  }
}

const incomingOf = (folder: string) => path.join(folder, 'incoming')

/**
 * Deletes the files last written before a timestamp. The folder may not exist, and others may sweep it in
 * parallel.
 */
async function sweepFolder(folder: string, before: number): Promise<number> {
  let deleted = 0
  for (const name of await readdir(folder).catch(emptyWhenMissing)) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(undefinedWhenMissing)
    if (!found?.isFile() || found.mtimeMs >= before) continue
    await rm(file, { force: true })
    deleted++
  }
  return deleted
}

function emptyWhenMissing(error: unknown): string[] {
  if (isMissing(error)) return []
  throw error
}

function undefinedWhenMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/**
 * Two levels of 36 folders by the last characters of the id, which are random; the first ones are the time.
 */
function placeOf(folder: string, id: string): string {
  if (!isStorageId(id)) throw new Error('Not a storage id')
  return path.join(folder, id.slice(-1), id.slice(-2, -1), id)
}

/** Writes a new file outside the stored ones, so that leftovers of a crash have no id. Returns its path. */
async function writeIncoming(
  folder: string,
  content: Uint8Array | Blob | AsyncIterable<Uint8Array>,
): Promise<string> {
  const incoming = incomingOf(folder)
  const name = path.join(incoming, randomBytes(12).toString('hex'))
  await mkdir(incoming, { recursive: true, mode: 0o700 }).catch(sayFull)
  try {
    await writeFile(name, content instanceof Blob ? content.stream() : content, { flag: 'wx', mode: 0o600 })
    return name
  } catch (error) {
    await rm(name, { force: true })
    return sayFull(error)
  }
}

async function syncFile(name: string): Promise<void> {
  const handle = await open(name, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncFolder(name: string): Promise<void> {
  // Windows can't open a folder for this, and keeps names durable by itself.
  if (process.platform === 'win32') return
  const handle = await open(name, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function sayFull(error: unknown): never {
  const isFull =
    error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
  throw isFull ? new AppError('storage_full', 'errors:storageFull') : error
}
