import { open, readFile, stat, truncate, writeFile, type FileHandle } from 'node:fs/promises'

import { giveToFolderOwner } from './cluster-place.server.ts'
import { folderError } from './embedded-error.server.ts'

const LOG_MAX_BYTES = 4 * 1024 * 1024
const KEPT_BYTES = 512 * 1024

/**
 * Cuts the log back to its newest part when it has grown; the server that writes it goes on. Never throws.
 */
export async function boundServerLog(file: string): Promise<void> {
  try {
    if ((await stat(file)).size <= LOG_MAX_BYTES) return
    const tail = (await readFile(file)).subarray(-KEPT_BYTES)
    await truncate(file)
    await writeFile(file, tail, { flag: 'a' })
  } catch {
    // No log yet, or not ours: nothing to bound.
  }
}

/** Opens the log to hand it to a server. Appending, so that it may be cut while the server runs. */
export async function openServerLog(file: string): Promise<FileHandle> {
  try {
    await boundServerLog(file)
    const handle = await open(file, 'a', 0o600)
    await giveToFolderOwner(file)
    return handle
  } catch (error) {
    throw folderError(error, file)
  }
}

/** What the server wrote since the log was `offset` bytes long. */
export async function readServerLog(file: string, offset: number): Promise<string> {
  return (await readFile(file)).subarray(offset).toString()
}
