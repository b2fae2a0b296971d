import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const STALLED_AFTER_MS = 30_000
// Counted instead of the time, so that a process that stood still ends nobody's response.
const CHECKS = 10

/**
 * Changes whenever the system has taken a chunk; undefined when nothing waits. With its own buffer full (up
 * to 4 MB on Linux), the system takes nothing until the client has read about a third of that.
 */
function progressOf(socket: Socket | null): number | undefined {
  return socket?.writableLength ? socket.bytesWritten - socket.writableLength : undefined
}

/**
 * Ends the connection of every response of which the client has read nothing for `afterMs`, or less than the
 * system wants before it takes more. What the client sends meanwhile doesn't count, unlike in a socket's own
 * timeout. A stream without anything to send may be silent for as long as it likes.
 */
export function endStalledResponses(server: Server, afterMs = STALLED_AFTER_MS): void {
  type Seen = { progress: number | undefined; checks: number }
  const open = new Map<ServerResponse, Seen>()
  server.prependListener('request', (_request, response: ServerResponse) => {
    open.set(response, { progress: undefined, checks: 0 })
    response.on('close', () => open.delete(response))
  })
  function check(response: ServerResponse, seen: Seen): void {
    const progress = progressOf(response.socket)
    if (progress === undefined || progress !== seen.progress) open.set(response, { progress, checks: 0 })
    else if (++seen.checks >= CHECKS) response.socket?.destroy()
  }
  const timer = setInterval(() => {
    for (const [response, seen] of open) check(response, seen)
  }, afterMs / CHECKS)
  timer.unref()
  server.on('close', () => clearInterval(timer))
}
