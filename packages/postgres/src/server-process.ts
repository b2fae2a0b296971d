import type { ChildProcess } from 'node:child_process'
import {
  chown,
  lstat,
  mkdir,
  open,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
  type FileHandle,
} from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import {
  giveToFolderOwner,
  NOBODY_ID,
  SERVER_PORT,
  socketFile,
  type DataDirectory,
  type EmbeddedLog,
  type ServerContext,
} from './data-directory.ts'
import { EmbeddedServerError, folderError, noSpace, printedReason, saysDiskFull } from './errors.ts'
import { isClusterProcess, readPidFile, removeSocketLock, removeStalePid } from './pid-file.ts'
import { spawnAs, type ServerUser } from './unprivileged-user.ts'

const READY_POLL_MS = 4
const STOP_POLL_MS = 5
const STOP_TIMEOUT_MS = 60_000
const SLOW_START_MS = 5_000
const SLOW_START = 'the embedded database is still starting, perhaps recovering after a crash; waiting for it'
const LOG_MAX_BYTES = 4 * 1024 * 1024
const LOG_KEPT_BYTES = 512 * 1024
const MAY_PASS = /is still in use|postmaster\.pid" already exists|Is another postmaster/

export type StartOutcome = { started: true } | { started: false; reason: string }

/**
 * Starts a server on an existing cluster and waits until it is ready or has exited; a recovery after a crash
 * may take a while. `started: false` means that a retry can succeed, for example while processes of a killed
 * server are still exiting. Requires the process lock and no running server. Throws EmbeddedServerError.
 */
export async function startServer(
  { binaries, directory, log, signal }: ServerContext,
  user: ServerUser,
): Promise<StartOutcome> {
  await clearTheWay(directory, user)
  const output = await openServerLog(directory.logFile)
  try {
    const offset = (await output.stat()).size
    // Its own session: Ctrl-C in the terminal goes to the app, which drains and then stops the server.
    const server = spawnAs(user, [binaries.postgres, ...serverArguments(directory)], {
      stdio: ['ignore', output.fd, output.fd],
      detached: true,
    })
    server.unref()
    const warnSlow = setTimeout(
      () => log.info({ pid: server.pid, log: directory.logFile }, SLOW_START),
      SLOW_START_MS,
    )
    const isReady = await becomesReady(server, directory, signal).finally(() => clearTimeout(warnSlow))
    if (isReady) return { started: true }
    if (server.signalCode) return { started: false, reason: `it was ended by ${server.signalCode}` }
    return explainExit(await readServerLog(directory.logFile, offset), directory)
  } finally {
    await output.close()
  }
}

function serverArguments({ clusterDir, socketDir }: DataDirectory): string[] {
  // The value is a list, so the path is quoted: it may contain a comma.
  const quoted = `"${socketDir.replaceAll('"', '""')}"`
  const settings = { listen_addresses: '', unix_socket_directories: quoted, port: String(SERVER_PORT) }
  return [
    '-D',
    clusterDir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

async function clearTheWay(directory: DataDirectory, user: ServerUser): Promise<void> {
  if (directory.socketDir !== directory.clusterDir) await ensureSocketDir(directory.socketDir, user)
  const stale = await readPidFile(directory.clusterDir)
  if (stale) await removeStalePid(directory.clusterDir, stale)
  await removeSocketLock(socketFile(directory.socketDir))
}

/**
 * The parent may be world-writable, so the folder must be ours: other owners could impersonate the server.
 */
async function ensureSocketDir(folder: string, { owner }: ServerUser): Promise<void> {
  try {
    const ownUid = process.getuid?.()
    // Of a server that an earlier release ran as nobody, or made by any process of nobody.
    if (ownUid === 0 && (await lstat(folder).catch(() => undefined))?.uid === NOBODY_ID)
      await rm(folder, { recursive: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const found = await lstat(folder)
    const isOurs = found.uid === ownUid || found.uid === owner?.uid
    if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
      throw new EmbeddedServerError(
        `${folder} belongs to another user. Remove it, or set DATA_DIR to a folder with a shorter path, which doesn't need it.`,
      )
    }
    if (owner && found.uid !== owner.uid) await chown(folder, owner.uid, owner.gid)
  } catch (error) {
    throw folderError(error, folder)
  }
}

async function becomesReady(
  server: ChildProcess,
  { clusterDir }: DataDirectory,
  signal?: AbortSignal,
): Promise<boolean> {
  let failure: Error | undefined
  server.once('error', (error) => {
    failure = error
  })
  while (server.exitCode === null && server.signalCode === null) {
    if (failure) throw folderError(failure, clusterDir)
    const file = await readPidFile(clusterDir)
    if (file?.pid === server.pid && file?.status === 'ready') return true
    // This process is leaving before the server is up.
    if (signal?.aborted && !server.killed) server.kill('SIGINT')
    await sleep(READY_POLL_MS)
  }
  return false
}

function explainExit(output: string, { clusterDir, logFile }: DataDirectory): StartOutcome {
  const reason = printedReason(output)
  if (MAY_PASS.test(output)) return { started: false, reason }
  if (saysDiskFull(output)) throw noSpace(clusterDir)
  throw new EmbeddedServerError(
    `The embedded database in ${clusterDir} did not start: ${reason || 'no reason given'}. Fix this (${logFile} has details), ` +
      'set DATA_DIR to another folder, or set DATABASE_URL.',
  )
}

/**
 * Tells the server on the folder to close its connections and stop. Returns false when there is none, or none
 * that may be signaled.
 */
export async function askToStop(clusterDir: string, serverPid: number): Promise<boolean> {
  const file = await readPidFile(clusterDir)
  if (file?.pid !== serverPid || !(await isClusterProcess(serverPid, clusterDir))) return false
  try {
    process.kill(serverPid, 'SIGINT')
    return true
  } catch {
    return false
  }
}

/**
 * Stops the server (PostgreSQL's fast shutdown) and waits until it is gone. Requires the process lock. Never
 * throws.
 */
export async function stopServer(clusterDir: string, serverPid: number, log: EmbeddedLog): Promise<void> {
  if (!(await askToStop(clusterDir, serverPid))) return
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (await isClusterProcess(serverPid, clusterDir)) {
    if (Date.now() > deadline) {
      log.warn({ serverPid, clusterDir }, 'the embedded database takes long to stop; not waiting for it')
      return
    }
    await sleep(STOP_POLL_MS)
  }
}

/**
 * Truncates a log that has grown too large to its newest part, while the server writes to it. Never throws.
 */
export async function boundServerLog(file: string): Promise<void> {
  try {
    if ((await stat(file)).size <= LOG_MAX_BYTES) return
    const tail = (await readFile(file)).subarray(-LOG_KEPT_BYTES)
    await truncate(file)
    await writeFile(file, tail, { flag: 'a' })
  } catch {
    // No log yet, or not ours: nothing to truncate.
  }
}

/** Opens the server's log in append mode, so that it can be truncated while the server runs. */
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

/** Returns what was appended to the log since it was `offset` bytes long. */
export async function readServerLog(file: string, offset: number): Promise<string> {
  return (await readFile(file)).subarray(offset).toString()
}
