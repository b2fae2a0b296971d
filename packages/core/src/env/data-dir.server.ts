import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { EnvError } from './env.server.ts'

/**
 * Creates the data folder and keeps it out of git, because it holds secrets. Throws EnvError if not writable.
 */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    writeFileSync(path.join(dataDir, '.gitignore'), '*\n', { flag: 'wx' })
  } catch (error) {
    const { code = 'error', syscall } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && syscall === 'open') return
    throw dataDirError(dataDir, code)
  }
}

// Not by the `recursive` of Node, which never returns where the system has no room for folders, as in /proc.
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder))
  try {
    // 0711: an embedded server started by root runs as another user and must traverse it. Its content has
    // stricter permissions.
    mkdirSync(folder, { mode: 0o711 })
  } catch (error) {
    // Another instance was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

export function dataDirError(dataDir: string, code: string): EnvError {
  return new EnvError(
    `DATA_DIR ${dataDir} is not writable (${code}). Make it writable for this user, or set DATA_DIR to a writable folder.`,
  )
}
