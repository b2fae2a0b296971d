import { locateBinaries } from './binaries.server.ts'
import {
  clusterPlace,
  connectionTo,
  readDataVersion,
  refuseOtherVersion,
  type EmbeddedConnection,
} from './cluster-place.server.ts'
import { errorText } from './embedded-error.server.ts'
import { isClusterProcess, readPidFile } from './pid-file.server.ts'

export type EmbeddedServerDescription = {
  /** '18.4' when the platform's binaries are installed, else null. */
  version: string | null
  /** Major version that wrote the data, '18'; null when there is no data yet. */
  dataVersion: string | null
  /** Process that serves the folder now, null when none does. */
  serverPid: number | null
  /** How to reach that one. */
  connection: EmbeddedConnection | null
  /** What would keep it from starting, each one line that says what to do; empty when nothing is known to. */
  problems: string[]
}

/**
 * Says what is there, for the doctor: reads files only, starts, connects and writes nothing. Never throws.
 */
export async function describeEmbeddedServer({
  dataDir,
}: {
  dataDir: string
}): Promise<EmbeddedServerDescription> {
  const place = clusterPlace(dataDir)
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
  const dataVersion = await readDataVersion(place).catch(noteProblem)
  if (binaries) await refuseOtherVersion(place, binaries).catch(noteProblem)
  const file = await readPidFile(place.clusterDir)
  const isRunning = file !== null && (await isClusterProcess(file.pid, place.clusterDir))
  const found = isRunning
    ? { serverPid: file.pid, connection: connectionTo(file.socketDir) }
    : { serverPid: null, connection: null }
  return { version: binaries?.version ?? null, dataVersion, ...found, problems }
}
