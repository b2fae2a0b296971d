import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ReadableStream as WebStream } from 'node:stream/web'
import { keptSecret } from '#/env/signing-secret.server.ts'
import { AppError } from '#/lib/app-error.ts'

/** A file on the disk without an id, until it is released or stored. */
export type HeldFile = { file: File; release(): Promise<void> }

/** A file found on the disk. */
export type ListedFile = { id: string; writtenAt: Date }

/** A stored file. Its bytes can only be streamed, so that no request holds a whole file in memory. */
export type StoredFile = { sizeBytes: number; stream(): ReadableStream<Uint8Array<ArrayBuffer>> }

/** Where files are stored, and whose they are. */
export type StoragePlace = {
  /** Where this instance read files before; its installation may claim an empty place. */
  before?: StoragePlace
  /** The setting and its value, such as `DATA_DIR /srv/plinth/data`. */
  name: string
  /** The id of the installation whose files these are; undefined before the first start. */
  readMark(): Promise<string | undefined>
  /** Marks it as the place of this installation, unless it has a mark, and returns the mark. */
  claim(id: string): Promise<string>
  /** Whether nothing is in it, not even a mark. */
  isEmpty(): Promise<boolean>
  /** What an operator does to hand it over to another installation. */
  adoption(id: string): string
  /** Deletes everything, the mark last. */
  clear(): Promise<void>
}

/** Stores the bytes of files by id. Their type and access are in the file's row. */
export type Storage = {
  place: StoragePlace
  /**
   * Atomic and durable: once it resolves all bytes survive a power cut; before, the id does not exist. A held
   * file is moved. Throws AppError storage_full.
   */
  put(id: string, content: Uint8Array | Blob): Promise<void>
  /** Undefined for an unknown id. Nothing is opened before a stream is read. */
  open(id: string): Promise<StoredFile | undefined>
  /**
   * Streams the source to the disk. A source that fails leaves nothing behind. Throws AppError storage_full.
   */
  hold(source: AsyncIterable<Uint8Array>, facts: { name: string; type: string }): Promise<HeldFile>
  /** Ignores an unknown id. */
  delete(id: string): Promise<void>
  /** Lists all stored files, folder by folder, with the time of their last write. */
  list(): AsyncIterable<readonly ListedFile[]>
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
  const incoming = openIncoming(folder)
  return {
    place: diskPlace(folder),
    async put(id, content) {
      const target = placeOf(folder, id)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 }).catch(sayFull)
      const temporary = incoming.pathOf(content) ?? (await writeIncoming(folder, content))
      try {
        await sync(temporary, 'r+')
        await rename(temporary, target)
      } catch (error) {
        await rm(temporary, { force: true })
        return sayFull(error)
      }
      // The folders may be new.
      await syncFolder(path.dirname(target))
      await syncFolder(path.dirname(path.dirname(target)))
      await syncFolder(folder)
    },
    async open(id) {
      const place = placeOf(folder, id)
      const found = await stat(place).catch(undefinedWhenMissing)
      return found && { sizeBytes: found.size, stream: () => streamOf(place) }
    },
    hold: incoming.hold,
    async delete(id) {
      await rm(placeOf(folder, id), { force: true })
    },
    list: () => listFolders(folder),
    sweep: incoming.sweep,
  }
}

/** Files that arrive, kept on this machine's disk until they are stored. */
export function openIncoming(folder: string): Pick<Storage, 'hold' | 'sweep'> & {
  /** The path of a held file; undefined for other content. */
  pathOf(content: unknown): string | undefined
} {
  const held = new WeakMap<object, string>()
  return {
    async hold(source, { name, type }) {
      const temporary = await writeIncoming(folder, source)
      const file = new File([await openAsBlob(temporary)], name, { type })
      held.set(file, temporary)
      return { file, release: () => rm(temporary, { force: true }) }
    },
    sweep: (olderThanMs) => sweepFolder(incomingOf(folder), Date.now() - olderThanMs),
    pathOf: (content) => (content instanceof Blob ? held.get(content) : undefined),
  }
}

const MARK = 'installation-id'

function diskPlace(folder: string): StoragePlace {
  const mark = path.join(folder, MARK)
  return {
    name: `DATA_DIR ${path.dirname(folder)}`,
    async readMark() {
      const text = await readFile(mark, 'utf8').catch(undefinedWhenMissing)
      return text?.trim() || undefined
    },
    async claim(id) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return keptSecret(folder, MARK, () => id)
    },
    isEmpty: async () => (await readdir(folder).catch(emptyWhenMissing)).length === 0,
    adoption: (id) => `echo ${id} > ${mark}`,
    clear: () => rm(folder, { recursive: true, force: true }),
  }
}

async function* listFolders(folder: string): AsyncGenerator<ListedFile[]> {
  for (const outer of await foldersIn(folder)) {
    for (const inner of await foldersIn(path.join(folder, outer))) {
      const place = path.join(folder, outer, inner)
      const ids = (await readdir(place).catch(emptyWhenMissing)).filter(isStorageId)
      const found = await Promise.all(
        ids.map(async (id) => {
          const stats = await stat(path.join(place, id)).catch(undefinedWhenMissing)
          return stats?.isFile() ? [{ id, writtenAt: stats.mtime }] : []
        }),
      )
      if (ids.length > 0) yield found.flat()
    }
  }
}

/** The folders of `placeOf`, which have names of one character. */
const foldersIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(emptyWhenMissing)).filter((name) => name.length === 1)

const CHUNK_BYTES = 65_536

/** Opens the file when it is first read: a stream that nobody reads holds nothing. */
const streamOf = (place: string) => WebStream.from(chunksOf(place)) as ReadableStream<Uint8Array<ArrayBuffer>>

/** Reads a file at the reader's pace, and closes it also if the reader stops early. */
async function* chunksOf(place: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const handle = await open(place)
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read(new Uint8Array(CHUNK_BYTES))
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
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

export function emptyWhenMissing(error: unknown): string[] {
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

/** Makes the names in a folder durable. */
export async function syncFolder(name: string): Promise<void> {
  // Windows can't open a folder for this, and keeps names durable by itself.
  if (process.platform !== 'win32') await sync(name, 'r')
}

async function sync(name: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(name, flags)
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
