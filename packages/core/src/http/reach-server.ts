import { OfflineError } from '#/lib/wire-error.ts'

/**
 * `fetch` that throws OfflineError without a response, as reading a response does that is cut off. For server
 * functions; pages use `pageFetch`.
 */
export const reachServer: typeof fetch = async (input, init) => {
  const response = await fetch(input, init).catch(throwOffline)
  // Some browsers give a 204 a body, with which no response can be made.
  const reader = response.status === 204 ? undefined : response.body?.getReader()
  if (!reader) return response
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch(throwOffline)
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(body, response)
}

/** The network fails with a TypeError; another error, such as that of an abort, is passed on. */
function throwOffline(error: unknown): never {
  throw error instanceof TypeError ? new OfflineError(error.message, { cause: error }) : error
}
