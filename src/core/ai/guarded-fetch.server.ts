import { AppError } from '#/lib/app-error.ts'

/** Timeouts and size limit of a call to a provider. */
export type ProviderLimits = {
  /** Timeout for the response headers. */
  headMs: number
  /** Timeout for the next chunk of the body. */
  idleMs: number
  wholeMs: number
  maxBytes: number
}

export const providerLimits: ProviderLimits = {
  headMs: 60_000,
  idleMs: 60_000,
  wholeMs: 600_000,
  maxBytes: 16 * 1024 * 1024,
}

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
      const body =
        response.body && watch(response.body, { limits, giveUp, signal, onEnd: () => clearTimeout(whole) })
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
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const idle = setTimeout(() => giveUp('ai:errors.timedOut'), limits.idleMs)
        try {
          const { done, value } = await reader.read()
          if (value && (bytes += value.byteLength) > limits.maxBytes) giveUp('ai:errors.tooLarge')
          signal.throwIfAborted()
          if (!done) return controller.enqueue(value)
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
