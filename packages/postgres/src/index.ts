import { locateBinaries } from './binaries.ts'
import {
  connectionTo,
  dataDirectory,
  prepareDataDir,
  readDataVersion,
  refuseOtherVersion,
  type DataDirectory,
  type EmbeddedConnection,
  type EmbeddedLog,
  type ServerContext,
} from './data-directory.ts'
import { errorText, serverError } from './errors.ts'
import { findServer, isPassing, openServer } from './open-server.ts'
import { isClusterProcess, readPidFile } from './pid-file.ts'
import { withProcessLock } from './process-lock.ts'
import { stopServer } from './server-process.ts'
import {
  declarePresence,
  disconnect,
  superviseServer,
  withdrawPresence,
  type SupervisorConnection,
} from './supervisor.ts'

export type { EmbeddedConnection, EmbeddedLog } from './data-directory.ts'
export { platformPackage } from './binaries.ts'
export { EmbeddedServerError } from './errors.ts'

const JOIN_ATTEMPTS = 5

export type EmbeddedServer = {
  connection: EmbeddedConnection
  /**
   * Leaves the server; the last process to leave stops it. End the pools first, because stopping closes their
   * connections. Idempotent.
   */
  release(): Promise<void>
}

// Of the whole process: a bundle and the scripts that load it have a copy of this module each.
const acquired = ((globalThis as { embeddedServers?: Set<Promise<EmbeddedServer>> }).embeddedServers ??=
  new Set<Promise<EmbeddedServer>>())

/**
 * Releases every server that this process has acquired or is about to, for a process that ends. Never
 * throws.
 */
export async function releaseEmbeddedServers(): Promise<void> {
  await Promise.all(
    [...acquired].map((opening) => opening.then((server) => server.release()).catch(() => undefined)),
  )
}

/**
 * Keeps a PostgreSQL server running on `<dataDir>/postgres` until release(): creates the cluster, starts the
 * server or joins the running one, and restarts it when it dies. Safe to call from any number of processes at
 * the same time. Does not keep the process alive. Throws EmbeddedServerError, whose message is one line that
 * says what to do.
 */
export function acquireEmbeddedServer(options: AcquireOptions): Promise<EmbeddedServer> {
  const opening = acquire(options, () => acquired.delete(opening))
  acquired.add(opening)
  opening.catch(() => acquired.delete(opening))
  return opening
}

type AcquireOptions = {
  dataDir: string
  log: EmbeddedLog
  /** A `node_modules` with the platform package of another version, to read data that it wrote. */
  modulesDir?: string
}

async function acquire(
  { dataDir, log, modulesDir }: AcquireOptions,
  onReleased: () => void,
): Promise<EmbeddedServer> {
  const binaries = locateBinaries(modulesDir)
  const directory = dataDirectory(dataDir)
  await refuseOtherVersion(directory, binaries)
  await prepareDataDir(directory)
  const leaving = new AbortController()
  const context: ServerContext = { binaries, directory, log, signal: leaving.signal }

  const connection = await join(context, true)
  // A restarted server keeps the address that existing pools use.
  directory.socketDir = connection.host
  const { clusterDir, logFile } = directory
  const supervised = superviseServer(connection, {
    clusterDir,
    logFile,
    log,
    signal: leaving.signal,
    reopen: () => join(context, false),
  })

  let released: Promise<void> | undefined
  const release = async (): Promise<void> => {
    leaving.abort()
    await leave({ binaries, directory, log }, await supervised)
    onReleased()
  }
  return {
    connection: connectionTo(connection.host),
    release: () => (released ??= release()),
  }
}

async function join(context: ServerContext, mayInitialize: boolean): Promise<SupervisorConnection> {
  const { directory, log, signal } = context
  return withProcessLock({ file: directory.lockFile, signal }, async () => {
    for (let attempt = 1; ; attempt++) {
      const connection = await openServer(context, { mayInitialize })
      try {
        await declarePresence(connection, directory.clusterDir)
        return connection
      } catch (error) {
        await stopWhenAlone(connection, directory, log).catch(() => undefined)
        // The server has just been killed: the next attempt starts another.
        if (!isPassing(error) || attempt === JOIN_ATTEMPTS) throw serverError(error, directory.clusterDir)
      }
    }
  })
}

async function leave(
  { directory, log }: ServerContext,
  connection: SupervisorConnection | null,
): Promise<void> {
  connection?.socket.ref()
  try {
    await withProcessLock({ file: directory.lockFile }, async () => {
      if (connection && !connection.hasEnded()) return stopWhenAlone(connection, directory, log)
      const found = await findServer(directory)
      if (found.state === 'answering') return stopWhenAlone(found.connection, directory, log)
      // No process has declared presence at a server that is still starting.
      if (found.state === 'busy' && found.status === 'starting')
        await stopServer(directory.clusterDir, found.pid, log)
    })
  } catch (error) {
    log.warn(
      { err: error, folder: directory.clusterDir },
      'the embedded database could not be stopped cleanly',
    )
    if (connection) await disconnect(connection)
  }
}

async function stopWhenAlone(
  connection: SupervisorConnection,
  { clusterDir }: DataDirectory,
  log: EmbeddedLog,
): Promise<void> {
  if (await withdrawPresence(connection)) await stopServer(clusterDir, connection.serverPid, log)
}

export type EmbeddedServerDescription = {
  /** '18.4' when the platform's binaries are installed, else null. */
  version: string | null
  /** Major version that wrote the data, '18'; null when there is no data yet. */
  dataVersion: string | null
  /** PID of the server on this folder, null when none runs. */
  serverPid: number | null
  /** The connection options for that server. */
  connection: EmbeddedConnection | null
  /** Known problems that prevent a start, each a line that says what to do; empty when there are none. */
  problems: string[]
}

/** Describes a data folder from its files only: does not start, connect or write anything. Never throws. */
export async function describeEmbeddedServer({
  dataDir,
}: {
  dataDir: string
}): Promise<EmbeddedServerDescription> {
  const directory = dataDirectory(dataDir)
  const problems: string[] = []
  const noteProblem = (error: unknown): null => {
    if (!problems.includes(errorText(error))) problems.push(errorText(error))
    return null
  }
  let binaries = null
  try {
    binaries = locateBinaries()
  } catch (error) {
    noteProblem(error)
  }
  const dataVersion = await readDataVersion(directory).catch(noteProblem)
  if (binaries) await refuseOtherVersion(directory, binaries).catch(noteProblem)
  const file = await readPidFile(directory.clusterDir)
  const isRunning = file !== null && (await isClusterProcess(file.pid, directory.clusterDir))
  const found = isRunning
    ? { serverPid: file.pid, connection: connectionTo(file.socketDir) }
    : { serverPid: null, connection: null }
  return { version: binaries?.version ?? null, dataVersion, ...found, problems }
}
