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

/** The state of the server on a folder. 'busy': it is starting, stopping or full. */
type Found =
  | { state: 'answering'; connection: SupervisorConnection }
  | { state: 'busy'; reason: string; pid: number; status: PidFile['status'] }
  | { state: 'none' }

const PATIENCE_MS = 40_000
const STOPPING_PATIENCE_MS = 10_000
const POLL_MS = 10
const RETRY_MS = 100
// Shutting down, starting up or full: a retry can succeed.
const PASSING_STATES = ['57P01', '57P02', '57P03', '53300']
const NOBODY_LISTENS = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']

/**
 * Connects to the server on the folder and starts it when none runs; `mayInitialize` allows creating a
 * missing cluster. Requires the process lock. Throws EmbeddedServerError.
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
      // After SIGTERM it waits for its clients, possibly forever, and accepts no new connections.
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
 * Looks for a server on the folder and connects to it if it responds. Throws EmbeddedServerError when the
 * server can't be used.
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
  // A socket in our own folder can only be our server's, even one in another container. For a socket
  // elsewhere, the server's process must be alive.
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
        `${directory.clusterDir} has disappeared. Restart to create a new database, or put the folder back.`,
      )
    }
    // Between the two renames of an upgrade there is no cluster.
    if (existsSync(directory.upgradeDir))
      throw new EmbeddedServerError(
        `An upgrade of the embedded database in ${directory.dataDir} was interrupted: run npm run db:upgrade again.`,
      )
    log.info({ folder: directory.clusterDir, version: binaries.version }, 'creating the embedded database')
    await initializeCluster(binaries, directory, user)
  }
  await refuseOtherVersion(directory, binaries)
  await ensureOwner(directory.clusterDir, user)
  return startServer({ binaries, directory, log, signal }, user)
}

/**
 * Whether a connection failed for a temporary reason: the server is starting, stopping, full or was just
 * killed.
 */
export function isPassing(error: unknown): boolean {
  const code = errorCode(error)
  // A server that is killed while responding closes the connection without an error message.
  if (code === 'ECONNRESET' || code === 'EPIPE') return true
  return code === undefined
    ? /terminated|timeout|not queryable/.test(errorText(error))
    : PASSING_STATES.includes(code)
}
