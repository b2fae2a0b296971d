import type { ChildProcess } from 'node:child_process'
import { chown, lstat, mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { SERVER_PORT, socketFile, type ClusterPlace } from './cluster-place.server.ts'
import {
  EmbeddedServerError,
  folderError,
  noSpace,
  printedReason,
  saysDiskFull,
} from './embedded-error.server.ts'
import type { Site } from './site.server.ts'
import { disownStalePid, readPidFile, removeSocketLock } from './pid-file.server.ts'
import { spawnAs, type RunAs } from './run-as.server.ts'
import { openServerLog, readServerLog } from './server-log.server.ts'

const POLL_MS = 4
const SLOW_START_MS = 5_000
const SLOW_START = 'the embedded database is still starting, perhaps recovering after a crash; waiting for it'
const MAY_PASS = /is still in use|postmaster\.pid" already exists|Is another postmaster/

export type StartOutcome = { started: true } | { started: false; reason: string }

/**
 * Starts a server on an existing cluster and waits until it has begun to serve or died; a recovery after a
 * crash may take its time. `started: false` means that trying again can help: processes of a killed server
 * are still leaving. Only under the lock, with no server alive. Throws EmbeddedServerError.
 */
export async function startServer(
  { binaries, place, log, signal }: Site,
  runAs: RunAs,
): Promise<StartOutcome> {
  await clearTheWay(place, runAs)
  const output = await openServerLog(place.logFile)
  try {
    const offset = (await output.stat()).size
    // Its own session: Ctrl-C in the terminal is for the app, which drains and then stops the server.
    const server = spawnAs(runAs, [binaries.postgres, ...serverArguments(place)], {
      stdio: ['ignore', output.fd, output.fd],
      detached: true,
    })
    server.unref()
    const warnSlow = setTimeout(
      () => log.info({ pid: server.pid, log: place.logFile }, SLOW_START),
      SLOW_START_MS,
    )
    const isReady = await becomesReady(server, place, signal).finally(() => clearTimeout(warnSlow))
    if (isReady) return { started: true }
    if (server.signalCode) return { started: false, reason: `it was ended by ${server.signalCode}` }
    return explainExit(await readServerLog(place.logFile, offset), place)
  } finally {
    await output.close()
  }
}

function serverArguments({ clusterDir, socketDir }: ClusterPlace): string[] {
  // The value is a list: quoted, so that a comma in a path does not split it.
  const quoted = `"${socketDir.replaceAll('"', '""')}"`
  const settings = { listen_addresses: '', unix_socket_directories: quoted, port: String(SERVER_PORT) }
  return [
    '-D',
    clusterDir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

async function clearTheWay(place: ClusterPlace, runAs: RunAs): Promise<void> {
  if (place.socketDir !== place.clusterDir) await ensureSocketDir(place.socketDir, runAs)
  const stale = await readPidFile(place.clusterDir)
  if (stale) await disownStalePid(place.clusterDir, stale)
  await removeSocketLock(socketFile(place.socketDir))
}

/**
 * In a folder where anybody may write, nobody but us may have made it: who owns it could pose as the server.
 */
async function ensureSocketDir(folder: string, { owner }: RunAs): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const found = await lstat(folder)
    const ownUid = process.getuid?.()
    const isOurs = found.uid === ownUid || found.uid === owner?.uid
    if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
      throw new EmbeddedServerError(
        `${folder} was made by somebody else: remove it, or set DATA_DIR to a folder with a shorter path, which needs none.`,
      )
    }
    if (owner && found.uid !== owner.uid) await chown(folder, owner.uid, owner.gid)
  } catch (error) {
    throw folderError(error, folder)
  }
}

async function becomesReady(
  server: ChildProcess,
  { clusterDir }: ClusterPlace,
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
    // This process leaves before the server is up.
    if (signal?.aborted && !server.killed) server.kill('SIGINT')
    await sleep(POLL_MS)
  }
  return false
}

function explainExit(output: string, { clusterDir, logFile }: ClusterPlace): StartOutcome {
  const reason = printedReason(output)
  if (MAY_PASS.test(output)) return { started: false, reason }
  if (saysDiskFull(output)) throw noSpace(clusterDir)
  throw new EmbeddedServerError(
    `The embedded database in ${clusterDir} did not start: ${reason || 'it said nothing'}. Mend that (${logFile} has more), ` +
      'set DATA_DIR to another folder, or set DATABASE_URL.',
  )
}
