import { setTimeout as pause } from 'node:timers/promises'
import { releaseEmbeddedServers } from '@plinth/postgres'

// A server that stops for longer goes on doing so by itself.
const STOPS_WITHIN_MS = 60_000

/**
 * Ends the process, and before it the embedded database server, if this process is the last one there. The
 * only way out of a command that may have started one: `process.exit` would leave it running.
 */
export async function exit(code: number, { withinMs = STOPS_WITHIN_MS } = {}): Promise<never> {
  await Promise.race([releaseEmbeddedServers(), pause(withinMs)])
  process.exit(code)
}

/** Ends the process on an error that nothing has caught. */
export function exitOnFault(error: unknown): void {
  console.error(error)
  void exit(1)
}
process.on('uncaughtException', exitOnFault)
