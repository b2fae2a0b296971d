import { pageFetch } from '#/core/auth/page-fetch.ts'
import { failureOf } from '#/core/trpc/failure.ts'
import type { WireError } from '#/lib/wire-error.ts'

/**
 * The server has refused a question before it began to answer: nothing of it is stored. In the form that
 * `failureOf` reads.
 */
export class RefusedError extends Error {
  readonly data: { app: WireError; httpStatus: number }

  constructor(app: WireError, httpStatus: number) {
    super(app.code)
    this.name = 'RefusedError'
    this.data = { app, httpStatus }
  }
}

/**
 * `fetch` for both chat libraries: a refusal rejects with its reason, which they would otherwise drop or hand
 * on as raw text.
 */
export const fetchAnswer: typeof pageFetch = async (input, init) => {
  const response = await pageFetch(input, init)
  if (response.ok) return response
  const body = (await response.json().catch(() => undefined)) as Partial<WireError> | undefined
  const code = typeof body?.code === 'string' ? body.code : 'errors:unexpected'
  throw new RefusedError(
    { code, params: body?.params ?? {}, ...(body?.requestId ? { requestId: body.requestId } : {}) },
    response.status,
  )
}

/**
 * Stops the answer that a thread waits for, wherever it is made. Answers whether there was one; throws what
 * `failureOf` reads.
 */
export async function stopAnswer(threadId: string): Promise<void> {
  await fetchAnswer(`/api/chat/${encodeURIComponent(threadId)}/stop`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
}

/** Whether a failed question never reached the store, and may be sent again as it is. */
export const isRefused = (error: unknown): boolean =>
  error instanceof RefusedError || failureOf(error).code === 'errors:offline'
