import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#/lib/app-error.ts'

/** A file whose bytes lie on the disk, under no id, until it is released or put. */
export type HeldFile = { file: File; release(): Promise<void> }

/**
 * Where the bytes of files lie, by id. What a file is and who may have it stands in its row; a driver knows
 * neither.
 */
export type Storage = {
  /**
   * Once it resolves the bytes are there whole and survive a power cut; until then there is nothing under
   * this id. A held file is moved. Throws AppError storage_full.
   */
  put(id: string, content: Uint8Array | Blob): Promise<void>
  /** Undefined when nothing lies under this id. */
  get(id: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** The same without reading them: they come from the disk as they are asked for. */
  open(id: string): Promise<Blob | undefined>
  /**
   * Writes what comes, without keeping it in memory. Of a source that fails nothing is left. Throws AppError
   * storage_full.
   */
  hold(source: AsyncIterable<Uint8Array>, facts: { name: string; type: string }): Promise<HeldFile>
  /** Nothing under this id is no error. */
  delete(id: string): Promise<void>
  /**
   * Deletes what interrupted uploads last wrote more than `olderThanMs` ago; answers how many files. Touches
   * nothing that lies under an id.
   */
  sweep(olderThanMs: number): Promise<number>
}

/**
 * True for what may name a stored file: lower-case letters and digits, thus never a path, on any file system.
 */
export function isStorageId(id: string): boolean {
  return /^[0-9a-z]{10,64}$/.test(id)
}

/**
 * Files in a folder of this machine, or one that all instances mount. Makes the folder with the first file.
 * Every method throws on an id that is none.
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
      // The new name, and the folders that may be new too.
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
 * Deletes the files of a folder that were last written before a moment. The folder need not exist, and others
 * may sweep it at once.
 */
async function sweepFolder(folder: string, before: number): Promise<number> {
  let gone = 0
  for (const name of await readdir(folder).catch(emptyWhenMissing)) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(undefinedWhenMissing)
    if (!found?.isFile() || found.mtimeMs >= before) continue
    await rm(file, { force: true })
    gone++
  }
  return gone
}

function emptyWhenMissing(error: unknown): string[] {
  if (isMissing(error)) return []
  throw error
}

function undefinedWhenMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/**
 * Two levels of 36 folders, by the last characters: those of an id are random, the first ones are the time
 * and nearly the same for all.
 */
function placeOf(folder: string, id: string): string {
  if (!isStorageId(id)) throw new Error('Not a storage id')
  return path.join(folder, id.slice(-1), id.slice(-2, -1), id)
}

/**
 * Writes a new file beside the stored ones, never among them: what a crash leaves here is under no id and can
 * be deleted at any time. Answers its path.
 */
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
