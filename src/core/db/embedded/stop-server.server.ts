import { setTimeout as sleep } from 'node:timers/promises'

import type { EmbeddedLog } from './site.server.ts'
import { isClusterProcess, readPidFile } from './pid-file.server.ts'

const POLL_MS = 5
const PATIENCE_MS = 60_000

/**
 * Asks the server on the folder to end its connections and stop. False when there is none that may be
 * signalled.
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
 * Stops the server (PostgreSQL's fast shutdown) and waits until it is gone. Only under the lock. Never
 * throws.
 */
export async function stopServer(clusterDir: string, serverPid: number, log: EmbeddedLog): Promise<void> {
  if (!(await askToStop(clusterDir, serverPid))) return
  const deadline = Date.now() + PATIENCE_MS
  while (await isClusterProcess(serverPid, clusterDir)) {
    if (Date.now() > deadline) {
      log.warn({ serverPid, clusterDir }, 'the embedded database takes long to stop; leaving it to it')
      return
    }
    await sleep(POLL_MS)
  }
}
