import { setTimeout as sleep } from 'node:timers/promises'

import { errorText } from './embedded-error.server.ts'
import { closeKeeper, type Keeper } from './keeper.server.ts'
import type { EmbeddedLog } from './site.server.ts'
import { readPidFile } from './pid-file.server.ts'
import { boundServerLog } from './server-log.server.ts'

const FIRST_DELAY_MS = 20
const MAX_DELAY_MS = 2_000
const CHECK_INTERVAL_MS = 5_000

type Supervision = {
  clusterDir: string
  logFile: string
  log: EmbeddedLog
  /** Aborted when this process leaves. */
  signal: AbortSignal
  /** Starts or adopts the server once; rejects when that failed. */
  reopen: () => Promise<Keeper>
}

/**
 * Keeps this process present at a running server until the signal: whenever the connection ends, it starts or
 * adopts the server again, with growing pauses, for ever. Resolves with the last keeper, null when there is
 * none. Never rejects, and keeps no process alive.
 */
export async function superviseServer(first: Keeper, supervision: Supervision): Promise<Keeper | null> {
  const { log, signal } = supervision
  const left = new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
  let keeper = first
  while (!signal.aborted) {
    keeper.socket.unref()
    const stopWatching = watchServer(keeper, supervision)
    await Promise.race([keeper.ended, left])
    stopWatching()
    if (signal.aborted) break
    log.warn(
      { folder: supervision.clusterDir },
      'the embedded database has gone away; starting or finding it again',
    )
    const next = await reopenUntilItWorks(supervision)
    if (!next) return null
    log.info({ folder: supervision.clusterDir, pid: next.serverPid }, 'the embedded database is back')
    if (next.host !== keeper.host) {
      log.error(
        { was: keeper.host, is: next.host },
        'the embedded database now listens elsewhere: restart this process',
      )
    }
    keeper = next
  }
  return keeper
}

async function reopenUntilItWorks({ log, signal, reopen, clusterDir }: Supervision): Promise<Keeper | null> {
  let delayMs = FIRST_DELAY_MS
  let lastReason = ''
  while (!signal.aborted) {
    try {
      return await reopen()
    } catch (error) {
      const reason = errorText(error)
      // Said once, not every two seconds for as long as a disk is full.
      if (!signal.aborted && reason !== lastReason)
        log.error({ err: error, folder: clusterDir }, 'the embedded database is not back yet; trying on')
      lastReason = reason
    }
    await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined)
    delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)
  }
  return null
}

/**
 * Bounds the server's log, and lets go of a server that was told to stop gently: it would never take a
 * connection again.
 */
function watchServer(keeper: Keeper, { clusterDir, logFile }: Supervision): () => void {
  const check = async (): Promise<void> => {
    await boundServerLog(logFile)
    const file = await readPidFile(clusterDir)
    if (file?.pid === keeper.serverPid && file.status === 'stopping') await closeKeeper(keeper)
  }
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
