import { pageFetch } from '#/core/auth/page-fetch.ts'
import { failureOf } from '#/core/trpc/failure.ts'
import type { WireError } from '#/lib/wire-error.ts'

/**
 * Thrown when the server rejects a message before the answer: nothing of it is stored. `failureOf` reads it.
 */
export class RejectedError extends Error {
  readonly data: { app: WireError; httpStatus: number }

  constructor(app: WireError, httpStatus: number) {
    super(app.code)
    this.name = 'RejectedError'
    this.data = { app, httpStatus }
  }
}

/** `fetch` for the AI SDK: an error status rejects with its reason, which would otherwise be raw text. */
export const chatFetch: typeof pageFetch = async (input, init) => {
  const response = await pageFetch(input, init)
  if (response.ok) return response
  const body = (await response.json().catch(() => undefined)) as Partial<WireError> | undefined
  const code = typeof body?.code === 'string' ? body.code : 'errors:unexpected'
  throw new RejectedError(
    { code, params: body?.params ?? {}, ...(body?.requestId ? { requestId: body.requestId } : {}) },
    response.status,
  )
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
  error instanceof RejectedError || (error !== undefined && failureOf(error).code === 'errors:offline')
