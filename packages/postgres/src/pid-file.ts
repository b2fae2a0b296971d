import { execFile } from 'node:child_process'
import { open, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { errorCode } from './errors.ts'

/** PostgreSQL's own lock file: the process that serves the folder, its socket folder and its state. */
export type PidFile = {
  pid: number
  socketDir: string
  status: 'starting' | 'ready' | 'stopping' | 'unknown'
}

/** Reads postmaster.pid; null when no server claims the folder or the file is incomplete. */
export async function readPidFile(clusterDir: string): Promise<PidFile | null> {
  const text = await readFile(pidFilePath(clusterDir), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!(pid > 0)) return null
  const status = lines[7]
  const isKnown = status === 'starting' || status === 'ready' || status === 'stopping'
  return { pid, socketDir: lines[4] ?? '', status: isKnown ? status : 'unknown' }
}

/**
 * Whether `pid` is a running PostgreSQL server on exactly this folder, as opposed to a server on a copy of
 * it, or a process that got a dead server's PID (in a container that happens at every restart).
 */
export async function isClusterProcess(pid: number, clusterDir: string): Promise<boolean> {
  if (process.platform !== 'linux') return isPostgresByPs(pid)
  const [name, commandLine] = await Promise.all([readProc(pid, 'comm'), readProc(pid, 'cmdline')])
  // A zombie has a name, but no command line.
  if (name.trim() !== 'postgres' || commandLine === '') return false
  try {
    const [own, its] = await Promise.all([stat(clusterDir), stat(`/proc/${pid}/cwd`)])
    return own.ino === its.ino && own.dev === its.dev
  } catch (error) {
    // Root without permission to inspect another user's process (a container's default) uses the command
    // line.
    const mayNotLook = errorCode(error) === 'EACCES' || errorCode(error) === 'EPERM'
    return mayNotLook && commandLine.split('\0').includes(clusterDir)
  }
}

/**
 * Allows a start although another process now has a dead server's PID: PostgreSQL treats a lock file with its
 * parent's PID as stale, but checks for shared memory in use. Requires the process lock and no running
 * server.
 */
export async function removeStalePid(clusterDir: string, stale: PidFile): Promise<void> {
  const file = await open(pidFilePath(clusterDir), 'r+')
  try {
    const text = await file.readFile('utf8')
    if (Number.parseInt(text, 10) !== stale.pid) return
    const content = [String(process.pid), ...text.split('\n').slice(1)].join('\n')
    await file.truncate()
    await file.write(content, 0)
  } finally {
    await file.close()
  }
}

/** Removes the lock of a dead server's socket file. Requires the process lock and no running server. */
export async function removeSocketLock(socketFile: string): Promise<void> {
  await unlink(`${socketFile}.lock`).catch(() => undefined)
}

function pidFilePath(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid')
}

function readProc(pid: number, name: string): Promise<string> {
  return readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
}

async function isPostgresByPs(pid: number): Promise<boolean> {
  const found = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return found.stdout.includes('postgres')
}
