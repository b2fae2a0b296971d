import { setImmediate } from 'node:timers/promises'
import { AppError } from '#/lib/app-error.ts'

/** Timeouts and size limits of a call to a provider. */
export type ProviderLimits = {
  /** Timeout for the response headers. */
  headMs: number
  /** Timeout for the next chunk of the body. */
  idleMs: number
  wholeMs: number
  maxBytes: number
  /** Of one event of a stream, which is parsed at once: a megabyte takes up to a second. */
  maxEventBytes: number
}

export const providerLimits: ProviderLimits = {
  headMs: 60_000,
  idleMs: 60_000,
  wholeMs: 600_000,
  maxBytes: 16 * 1024 * 1024,
  maxEventBytes: 256 * 1024,
}

/** Embeddings come as a whole. */
export const embeddingLimits = (limits: ProviderLimits): ProviderLimits => ({
  ...limits,
  maxBytes: Math.min(limits.maxBytes, 4 * 1024 * 1024),
  maxEventBytes: Infinity,
})

/** What is passed on before others have their turn: thousands of events may arrive at once. */
const PIECE_BYTES = 4 * 1024

/**
 * A fetch for calls to providers. Aborts a call that times out (`ai:errors.timedOut`) or sends too much
 * (`ai:errors.tooLarge`) with an AppError, follows no redirect (which would send the key to another host),
 * and closes the connection immediately when the call ends or the caller aborts.
 */
export function createGuardedFetch(limits: ProviderLimits): typeof fetch {
  return async (input, init) => {
    const call = new AbortController()
    const giveUp = (code: string) => call.abort(new AppError('unavailable', code))
    const timeOut = () => giveUp('ai:errors.timedOut')
    const whole = setTimeout(timeOut, limits.wholeMs)
    const head = setTimeout(timeOut, limits.headMs)
    const signal = init?.signal ? AbortSignal.any([init.signal, call.signal]) : call.signal
    try {
      const response = await fetch(input, { ...init, signal, redirect: 'error' })
      const onEnd = () => clearTimeout(whole)
      const body = response.body && watch(response.body, { limits, giveUp, signal, onEnd })
      if (!body) clearTimeout(whole)
      return new Response(body, {
        status: response.status,
        statusText: response.statusText,
        headers: response.headers,
      })
    } catch (error) {
      clearTimeout(whole)
      throw signal.aborted ? signal.reason : error
    } finally {
      clearTimeout(head)
    }
  }
}

type Watch = {
  limits: ProviderLimits
  giveUp: (code: string) => void
  signal: AbortSignal
  onEnd: () => void
}

/**
 * Passes the body through with the limits applied. The idle timeout runs only while a chunk is awaited, so a
 * slow reader doesn't count as a slow provider.
 */
function watch(
  body: ReadableStream<Uint8Array>,
  { limits, giveUp, signal, onEnd }: Watch,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  let rest: Uint8Array = new Uint8Array()
  const eventBytes = countEvents()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const idle = setTimeout(() => giveUp('ai:errors.timedOut'), limits.idleMs)
        try {
          await setImmediate()
          const { done, value = rest } = rest.byteLength > 0 ? { done: false } : await reader.read()
          const piece = value.subarray(0, PIECE_BYTES)
          rest = value.subarray(PIECE_BYTES)
          bytes += piece.byteLength
          if (bytes > limits.maxBytes || eventBytes(piece) > limits.maxEventBytes)
            giveUp('ai:errors.tooLarge')
          signal.throwIfAborted()
          if (!done) return controller.enqueue(piece)
          onEnd()
          controller.close()
        } catch (error) {
          onEnd()
          controller.error(signal.aborted ? signal.reason : error)
        } finally {
          clearTimeout(idle)
        }
      },
      cancel(reason) {
        onEnd()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Returns a function that takes pieces of an event stream, and returns the largest event's size so far. */
function countEvents(): (piece: Uint8Array) => number {
  let event = 0
  let line = 0
  let largest = 0
  return (piece) => {
    for (const byte of piece) {
      event += 1
      largest = Math.max(largest, event)
      if (byte === LINE_END && line === 0) event = 0
      if (byte !== RETURN) line = byte === LINE_END ? 0 : line + 1
    }
    return largest
  }
}

const LINE_END = 0x0a
const RETURN = 0x0d
