import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { DatabaseError } from 'pg'

import {
  fitsSocket,
  readDataVersion,
  refuseOtherVersion,
  socketFile,
  type ClusterPlace,
} from './cluster-place.server.ts'
import {
  EmbeddedServerError,
  errorCode,
  errorText,
  serverError,
  unusableServer,
} from './embedded-error.server.ts'
import { initialiseCluster, removeUnfinished } from './initialise-cluster.server.ts'
import { connectKeeper, type Keeper } from './keeper.server.ts'
import { isClusterProcess, readPidFile, type PidFile } from './pid-file.server.ts'
import { chooseRunAs, ensureOwner } from './run-as.server.ts'
import { linkLibraries } from './shared-libraries.server.ts'
import type { Site } from './site.server.ts'
import { startServer, type StartOutcome } from './start-server.server.ts'
import { askToStop } from './stop-server.server.ts'

/** What serves the folder now. 'busy': a server that is starting, stopping or full. */
type Found =
  | { state: 'answering'; keeper: Keeper }
  | { state: 'busy'; reason: string; pid: number; status: PidFile['status'] }
  | { state: 'none' }

const PATIENCE_MS = 40_000
const STOPPING_PATIENCE_MS = 10_000
const POLL_MS = 10
const RETRY_MS = 100
// Shutting down, starting up, full: what a server says that will serve in a moment.
const PASSING_STATES = ['57P01', '57P02', '57P03', '53300']
const NOBODY_LISTENS = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']

/**
 * Connects to the server on the folder, starting one when none runs and making the cluster when there is none
 * yet. Only under the lock. Throws EmbeddedServerError.
 */
export async function openServer(site: Site, { mayInitialise }: { mayInitialise: boolean }): Promise<Keeper> {
  const { place, signal } = site
  const since = Date.now()
  for (;;) {
    const found = await findServer(place)
    if (found.state === 'answering') return found.keeper
    const waitedMs = Date.now() - since
    if (found.state === 'busy') {
      if (waitedMs > PATIENCE_MS) throw unusableServer(place.clusterDir, found.reason)
      // Told to stop gently (SIGTERM), it waits for its connections, perhaps for ever, and takes no new ones.
      if (found.status === 'stopping' && waitedMs > STOPPING_PATIENCE_MS)
        await askToStop(place.clusterDir, found.pid)
      await sleep(POLL_MS, undefined, { signal })
      continue
    }
    const outcome = await startHere(site, mayInitialise)
    if (outcome.started) continue
    if (waitedMs > PATIENCE_MS) throw unusableServer(place.clusterDir, outcome.reason)
    await sleep(RETRY_MS, undefined, { signal })
  }
}

/**
 * Looks for a server on the folder and connects to it when it answers. Throws EmbeddedServerError when it may
 * not be used.
 */
export async function findServer(place: ClusterPlace): Promise<Found> {
  const file = await readPidFile(place.clusterDir)
  if (!file) return { state: 'none' }
  const isAlive = await isClusterProcess(file.pid, place.clusterDir)
  const busy = {
    state: 'busy',
    reason: `process ${file.pid} is ${file.status}`,
    pid: file.pid,
    status: file.status,
  } as const
  if (isAlive && file.status !== 'ready') return busy
  // The socket in our own folder can only be our server's, even one in another container; elsewhere its
  // process must be.
  const isOwnSocket = existsSync(socketFile(place.clusterDir))
  if (!isOwnSocket && !isAlive) return { state: 'none' }
  const host = isOwnSocket && fitsSocket(place.clusterDir) ? place.clusterDir : file.socketDir
  try {
    return { state: 'answering', keeper: await connectKeeper(host, file.pid) }
  } catch (error) {
    if (isPassing(error)) return { ...busy, reason: errorText(error) }
    if (error instanceof DatabaseError || !NOBODY_LISTENS.includes(errorCode(error) ?? '')) {
      throw serverError(error, place.clusterDir)
    }
    return isAlive ? { ...busy, reason: `process ${file.pid} does not answer` } : { state: 'none' }
  }
}

async function startHere(
  { binaries, place, log, signal }: Site,
  mayInitialise: boolean,
): Promise<StartOutcome> {
  const runAs = await chooseRunAs(binaries, place, await linkLibraries(binaries, place.librariesDir))
  await removeUnfinished(place)
  if ((await readDataVersion(place)) === null) {
    if (!mayInitialise) {
      throw new EmbeddedServerError(
        `${place.clusterDir} has disappeared: restart to begin with a new database, or put the folder back.`,
      )
    }
    log.info({ folder: place.clusterDir, version: binaries.version }, 'creating the embedded database')
    await initialiseCluster(binaries, place, runAs)
  }
  await refuseOtherVersion(place, binaries)
  await ensureOwner(place.clusterDir, runAs)
  return startServer({ binaries, place, log, signal }, runAs)
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
