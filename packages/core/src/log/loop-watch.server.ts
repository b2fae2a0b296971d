import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from './log.server.ts'

/**
 * How long one call may hold the event loop with the largest input that its schema allows; other requests
 * wait meanwhile. A limit of calls per minute therefore also limits the time that they take.
 */
export const LOOP_HOLD_MAX_MS = 200
const TICK_MS = 50

/** The requests, procedures and jobs in progress, by name. */
const running = new Map<string, number>()
/** Those that ended since the last tick of the watch: they may have held the loop until their end. */
const ended = new Set<string>()
const current = new AsyncLocalStorage<string>()

/** The request, procedure or job that this is part of. */
export const currentWork = (): string | undefined => current.getStore()

/** Names a request, procedure or job while it runs, for the watch and for the log of slow queries. */
export async function namedWork<T>(name: string, work: () => Promise<T>): Promise<T> {
  running.set(name, (running.get(name) ?? 0) + 1)
  try {
    // Async: a query of drizzle is sent only when it is awaited.
    return await current.run(name, async () => work())
  } finally {
    const left = (running.get(name) ?? 1) - 1
    if (left > 0) running.set(name, left)
    else running.delete(name)
    ended.add(name)
  }
}

/**
 * Logs a warning with the names of the requests, procedures and jobs that were in progress while the event
 * loop was held for too long. Counts CPU time of this thread, so that a busy machine is not mistaken for a
 * held loop.
 */
export function watchLoop(log: Pick<Log, 'warn'>): { stop(): void } {
  let last = { at: performance.now(), cpuMs: cpuMs() }
  const timer = setInterval(() => {
    const now = { at: performance.now(), cpuMs: cpuMs() }
    const heldMs = Math.round(Math.min(now.at - last.at, now.cpuMs - last.cpuMs))
    const procedures = [...new Set([...running.keys(), ...ended])]
    if (heldMs > LOOP_HOLD_MAX_MS && procedures.length > 0)
      log.warn({ heldMs, procedures }, 'the event loop was held')
    last = now
    ended.clear()
  }, TICK_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

function cpuMs(): number {
  // Node 22 counts only the whole process.
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1_000
}
