import { pageFetch, responseError } from '@plinth/core/client'
import { ResponseError, failureOf } from '@plinth/core/page'

/**
 * `fetch` for the AI SDK: an error status rejects with a ResponseError, which would otherwise be raw
 * text. The server has rejected the message before the answer then, and nothing of it is stored.
 */
export const chatFetch: typeof pageFetch = async (input, init) => {
  const response = await pageFetch(input, init)
  if (response.ok) return response
  throw await responseError(response)
}

/** Stops the generation in a thread, wherever it runs. Throws what `failureOf` reads. */
export async function stopGeneration(threadId: string): Promise<void> {
  await chatFetch(`/api/chat/${encodeURIComponent(threadId)}/stop`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
}

/** Whether a failed message never reached the database, and may be sent again as it is. */
export const isRejected = (error: unknown): boolean =>
  error instanceof ResponseError || (error !== undefined && failureOf(error).offline)
