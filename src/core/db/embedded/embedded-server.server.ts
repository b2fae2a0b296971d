import { locateBinaries } from './binaries.server.ts'
import {
  clusterPlace,
  connectionTo,
  prepareDataDir,
  refuseOtherVersion,
  type ClusterPlace,
  type EmbeddedConnection,
} from './cluster-place.server.ts'
import { serverError } from './embedded-error.server.ts'
import { closeKeeper, moveIn, moveOut, type Keeper } from './keeper.server.ts'
import { findServer, isPassing, openServer } from './open-server.server.ts'
import { withProcessLock } from './process-lock.server.ts'
import type { EmbeddedLog, Site } from './site.server.ts'
import { stopServer } from './stop-server.server.ts'
import { superviseServer } from './supervise-server.server.ts'

export { describeEmbeddedServer, type EmbeddedServerDescription } from './describe-server.server.ts'
export { EmbeddedServerError } from './embedded-error.server.ts'
export type { EmbeddedLog } from './site.server.ts'

const JOIN_ATTEMPTS = 5

export type EmbeddedServer = {
  connection: EmbeddedConnection
  /**
   * Leaves the server; the last process to leave stops it. End the pools first: it ends what is still
   * connected. Idempotent.
   */
  release(): Promise<void>
}

/**
 * Makes sure that a PostgreSQL serves `<dataDir>/postgres` and stays there until release(): creates the
 * cluster, starts the server or joins the one that runs, and brings it back when it dies. Any number of
 * processes may call it, at once too. Keeps no process alive. Throws EmbeddedServerError, whose message is
 * one line that says what to do.
 */
export async function acquireEmbeddedServer({
  dataDir,
  log,
}: {
  dataDir: string
  log: EmbeddedLog
}): Promise<EmbeddedServer> {
  const binaries = locateBinaries()
  const place = clusterPlace(dataDir)
  await refuseOtherVersion(place, binaries)
  await prepareDataDir(place)
  const leaving = new AbortController()
  const site: Site = { binaries, place, log, signal: leaving.signal }

  const keeper = await join(site, true)
  // Whoever restarts the server puts its socket where everybody knows it.
  place.socketDir = keeper.host
  const { clusterDir, logFile } = place
  const supervised = superviseServer(keeper, {
    clusterDir,
    logFile,
    log,
    signal: leaving.signal,
    reopen: () => join(site, false),
  })

  let released: Promise<void> | undefined
  const release = async (): Promise<void> => {
    leaving.abort()
    await leave({ binaries, place, log }, await supervised)
  }
  return {
    connection: connectionTo(keeper.host),
    release: () => (released ??= release()),
  }
}

async function join(site: Site, mayInitialise: boolean): Promise<Keeper> {
  const { place, log, signal } = site
  return withProcessLock({ file: place.lockFile, signal }, async () => {
    for (let attempt = 1; ; attempt++) {
      const keeper = await openServer(site, { mayInitialise })
      try {
        await moveIn(keeper, place.clusterDir)
        return keeper
      } catch (error) {
        await stopWhenAlone(keeper, place, log).catch(() => undefined)
        // Somebody killed the server just now: there will be another.
        if (!isPassing(error) || attempt === JOIN_ATTEMPTS) throw serverError(error, place.clusterDir)
      }
    }
  })
}

async function leave({ place, log }: Site, keeper: Keeper | null): Promise<void> {
  keeper?.socket.ref()
  try {
    await withProcessLock({ file: place.lockFile }, async () => {
      if (keeper && !keeper.hasEnded()) return stopWhenAlone(keeper, place, log)
      const found = await findServer(place)
      if (found.state === 'answering') return stopWhenAlone(found.keeper, place, log)
      // Nobody is present at a server that is still starting.
      if (found.state === 'busy' && found.status === 'starting')
        await stopServer(place.clusterDir, found.pid, log)
    })
  } catch (error) {
    log.warn({ err: error, folder: place.clusterDir }, 'the embedded database could not be left in order')
    if (keeper) await closeKeeper(keeper)
  }
}

async function stopWhenAlone(keeper: Keeper, { clusterDir }: ClusterPlace, log: EmbeddedLog): Promise<void> {
  if (await moveOut(keeper)) await stopServer(clusterDir, keeper.serverPid, log)
}
