import { AppError } from '#/lib/app-error.ts'

const PATIENCE_MS = 10_000
/** A client that sends less keeps the server waiting. */
export const FLOOR_BYTES_PER_SECOND = 1024

type Reading = {
  /** Ends a pending read. */
  signal?: AbortSignal
  patienceMs?: number
}

/**
 * Yields a request's body as it arrives. Throws AppError invalid when nothing has arrived for ten seconds, or
 * so little that each second of waiting is not paid for by 1 KB: a client that stalls holds nothing for long.
 * Only the time that is spent waiting for the client counts.
 */
export async function* bodyChunks(
  body: ReadableStream<Uint8Array>,
  { signal, patienceMs = PATIENCE_MS }: Reading = {},
): AsyncGenerator<Uint8Array, void, void> {
  const reader = body.getReader()
  // Ends a pending read. Racing it against a long-lived promise would keep every chunk in memory.
  const stop = () => reader.releaseLock()
  signal?.addEventListener('abort', stop)
  let isStalled = false
  let leftMs = patienceMs
  async function next() {
    let isWaiting = true
    const startedAt = performance.now()
    const giveUp = () => {
      if (!isWaiting) return
      isStalled = true
      stop()
    }
    // Not before the input that waits for this process is read: it may have stood still itself.
    const timer = setTimeout(() => setImmediate(giveUp), leftMs)
    try {
      const part = await reader.read()
      const paidMs = ((part.value?.byteLength ?? 0) / FLOOR_BYTES_PER_SECOND) * 1000
      leftMs = Math.min(patienceMs, Math.max(0, leftMs - (performance.now() - startedAt)) + paidMs)
      return part
    } finally {
      isWaiting = false
      clearTimeout(timer)
    }
  }
  try {
    for (let part = await next(); !part.done; part = await next()) yield part.value
  } catch (error) {
    throw isStalled ? new AppError('invalid', 'errors:stalled', { field: 'file' }) : error
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}
