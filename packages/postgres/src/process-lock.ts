import { randomInt } from 'node:crypto'
import { access, constants } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

import { giveToFolderOwner } from './data-directory.ts'
import { EmbeddedServerError, errorCode, errorText, folderError } from './errors.ts'

// Longer than the longest operation under the lock: initdb on a slow machine, or a recovery after a crash.
const WAIT_TIMEOUT_MS = 180_000
const SQLITE_BUSY = 5

type LockOptions = { file: string; signal?: AbortSignal }

/**
 * Runs `work` under an exclusive lock on `file`, across processes and within this one. It is the file lock of
 * an exclusive SQLite transaction that never writes a row; the kernel releases it when the holder dies, even
 * by a kill. Waits up to three minutes without blocking the event loop, then throws EmbeddedServerError.
 */
export async function withProcessLock<T>({ file, signal }: LockOptions, work: () => Promise<T>): Promise<T> {
  const database = await openLockFile(file)
  try {
    await takeLock(database, { file, signal })
    await giveToFolderOwner(file)
    return await work()
  } finally {
    database.close()
  }
}

async function openLockFile(file: string): Promise<DatabaseSync> {
  try {
    // Uses access(2): opening and closing the file here would drop a lock that this process holds on it.
    await access(file, constants.R_OK | constants.W_OK).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error
    })
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw folderError(error, file)
  }
}

async function takeLock(database: DatabaseSync, { file, signal }: LockOptions): Promise<void> {
  const deadline = Date.now() + WAIT_TIMEOUT_MS
  while (!tryLock(database, file)) {
    if (Date.now() > deadline) {
      throw new EmbeddedServerError(
        `Another process has been starting or stopping the embedded database for ${WAIT_TIMEOUT_MS / 60_000} minutes and holds ${file}: end that process, or set DATABASE_URL.`,
      )
    }
    // Jitter, so that waiting processes don't poll in step.
    await sleep(randomInt(5, 25), undefined, { signal })
  }
}

function tryLock(database: DatabaseSync, file: string): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false
    throw new EmbeddedServerError(
      `${file} cannot be locked (${errorText(error)}): delete it when nothing runs here, set DATA_DIR to a folder on a local disk, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}
