import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Where the bytes of files lie, by id. What a file is and who may have it stands in its row; a driver knows neither. */
export type Storage = {
  /** Once it resolves the bytes are there whole and survive a power cut; until then there is nothing under this id. */
  put(id: string, bytes: Uint8Array): Promise<void>
  /** Undefined when nothing lies under this id. */
  get(id: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Nothing under this id is no error. */
  delete(id: string): Promise<void>
  /** Deletes what interrupted uploads left more than `olderThanMs` ago; answers how many files. Touches nothing that lies under an id. */
  sweep(olderThanMs: number): Promise<number>
}

/** True for what may name a stored file: lower-case letters and digits, thus never a path, on any file system. */
export function isStorageId(id: string): boolean {
  return /^[0-9a-z]{10,64}$/.test(id)
}

/** Files in a folder of this machine, or one that all instances mount. Makes the folder with the first file. Every method throws on an id that is none. */
export function createDiskStorage(folder: string): Storage {
  return {
    async put(id, bytes) {
      const target = placeOf(folder, id)
      // Beside the files, never among them: what a crash leaves here is under no id and can be deleted at any time.
      const incoming = incomingOf(folder)
      const temporary = path.join(incoming, `${id}-${randomBytes(6).toString('hex')}`)
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      try {
        await writeDurably(temporary, bytes)
        await rename(temporary, target)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      // The new name, and the folders that may be new too.
      await syncFolder(path.dirname(target))
      await syncFolder(path.dirname(path.dirname(target)))
      await syncFolder(folder)
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

/** Deletes the files of a folder that were last written before a moment. The folder need not exist, and others may sweep it at once. */
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

/** Two levels of 36 folders, by the last characters: those of an id are random, the first ones are the time and nearly the same for all. */
function placeOf(folder: string, id: string): string {
  if (!isStorageId(id)) throw new Error('Not a storage id')
  return path.join(folder, id.slice(-1), id.slice(-2, -1), id)
}

async function writeDurably(name: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(name, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
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
