import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { DatabaseError } from 'pg'

import { linkLibraries } from './binaries.ts'
import {
  fitsSocket,
  readDataVersion,
  refuseOtherVersion,
  socketFile,
  type DataDirectory,
  type ServerContext,
} from './data-directory.ts'
import { EmbeddedServerError, errorCode, errorText, serverError, unusableServer } from './errors.ts'
import { initializeCluster, removeUnfinished } from './initdb.ts'
import { isClusterProcess, readPidFile, type PidFile } from './pid-file.ts'
import { askToStop, startServer, type StartOutcome } from './server-process.ts'
import { connectSupervisor, type SupervisorConnection } from './supervisor.ts'
import { chooseServerUser, ensureOwner } from './unprivileged-user.ts'

/** What serves the folder. 'busy': a server that is starting, stopping or full. */
type Found =
  | { state: 'answering'; connection: SupervisorConnection }
  | { state: 'busy'; reason: string; pid: number; status: PidFile['status'] }
  | { state: 'none' }

const PATIENCE_MS = 40_000
const STOPPING_PATIENCE_MS = 10_000
const POLL_MS = 10
const RETRY_MS = 100
// Shutting down, starting up, full: a retry can succeed.
const PASSING_STATES = ['57P01', '57P02', '57P03', '53300']
const NOBODY_LISTENS = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']

/**
 * Connects to the server on the folder, starting one when none runs and making the cluster when there is none
 * yet. Only under the lock. Throws EmbeddedServerError.
 */
export async function openServer(
  context: ServerContext,
  { mayInitialize }: { mayInitialize: boolean },
): Promise<SupervisorConnection> {
  const { directory, signal } = context
  const since = Date.now()
  for (;;) {
    const found = await findServer(directory)
    if (found.state === 'answering') return found.connection
    const waitedMs = Date.now() - since
    if (found.state === 'busy') {
      if (waitedMs > PATIENCE_MS) throw unusableServer(directory.clusterDir, found.reason)
      // Told to stop gently (SIGTERM), it waits for its connections, perhaps without end, and takes no new
      // ones.
      if (found.status === 'stopping' && waitedMs > STOPPING_PATIENCE_MS)
        await askToStop(directory.clusterDir, found.pid)
      await sleep(POLL_MS, undefined, { signal })
      continue
    }
    const outcome = await startHere(context, mayInitialize)
    if (outcome.started) continue
    if (waitedMs > PATIENCE_MS) throw unusableServer(directory.clusterDir, outcome.reason)
    await sleep(RETRY_MS, undefined, { signal })
  }
}

/**
 * Looks for a server on the folder and connects to it when it answers. Throws EmbeddedServerError when it may
 * not be used.
 */
export async function findServer(directory: DataDirectory): Promise<Found> {
  const file = await readPidFile(directory.clusterDir)
  if (!file) return { state: 'none' }
  const isAlive = await isClusterProcess(file.pid, directory.clusterDir)
  const busy = {
    state: 'busy',
    reason: `process ${file.pid} is ${file.status}`,
    pid: file.pid,
    status: file.status,
  } as const
  if (isAlive && file.status !== 'ready') return busy
  // The socket in our own folder can only be our server's, even one in another container; elsewhere its
  // process must be.
  const isOwnSocket = existsSync(socketFile(directory.clusterDir))
  if (!isOwnSocket && !isAlive) return { state: 'none' }
  const host = isOwnSocket && fitsSocket(directory.clusterDir) ? directory.clusterDir : file.socketDir
  try {
    return { state: 'answering', connection: await connectSupervisor(host, file.pid) }
  } catch (error) {
    if (isPassing(error)) return { ...busy, reason: errorText(error) }
    if (error instanceof DatabaseError || !NOBODY_LISTENS.includes(errorCode(error) ?? '')) {
      throw serverError(error, directory.clusterDir)
    }
    return isAlive ? { ...busy, reason: `process ${file.pid} does not answer` } : { state: 'none' }
  }
}

async function startHere(
  { binaries, directory, log, signal }: ServerContext,
  mayInitialize: boolean,
): Promise<StartOutcome> {
  const user = await chooseServerUser(
    binaries,
    directory,
    await linkLibraries(binaries, directory.librariesDir),
  )
  await removeUnfinished(directory)
  if ((await readDataVersion(directory)) === null) {
    if (!mayInitialize) {
      throw new EmbeddedServerError(
        `${directory.clusterDir} has disappeared: restart to begin with a new database, or put the folder back.`,
      )
    }
    log.info({ folder: directory.clusterDir, version: binaries.version }, 'creating the embedded database')
    await initializeCluster(binaries, directory, user)
  }
  await refuseOtherVersion(directory, binaries)
  await ensureOwner(directory.clusterDir, user)
  return startServer({ binaries, directory, log, signal }, user)
}

/**
 * Whether a connection failed for a reason that goes away: the server starts, stops, is full or was killed
 * meanwhile.
 */
export function isPassing(error: unknown): boolean {
  const code = errorCode(error)
  // A server that is killed while it answers closes the connection without a word.
  if (code === 'ECONNRESET' || code === 'EPIPE') return true
  return code === undefined
    ? /terminated|timeout|not queryable/.test(errorText(error))
    : PASSING_STATES.includes(code)
}
