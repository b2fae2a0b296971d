import type { AuthAnswer } from './auth-request.ts'
import { pageFetch } from './page-fetch.ts'

/** An error of `readAuth`, with code and status in the same shape as tRPC errors. */
class AuthReadError extends Error {
  readonly data: { app: { code: string; params: Record<string, number | undefined> }; httpStatus: number }
  constructor(status: number, code: string, retryAfterSeconds: number | undefined) {
    super(code)
    this.data = { app: { code, params: { retryAfterSeconds } }, httpStatus: status }
  }
}

/**
 * Sends a GET request to an endpoint under /api/auth, for queries. Throws errors that `failureOf`
 * understands. The result is cast to `Answer` and not validated. Browser only.
 */
export async function readAuth<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const response = await pageFetch(`/api/auth${path}`, { signal })
  const answer: unknown = await response.json().catch(() => ({}))
  if (response.ok) return answer as Answer
  const { code = '' } = answer as { code?: string }
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0) || undefined
  throw new AuthReadError(
    response.status,
    /^[a-z-]+:[\w.]+$/.test(code) ? code : 'errors:unexpected',
    retryAfterSeconds,
  )
}

/** The same for actions: returns the result or the error in the shape of `requestAuth`. Never throws. */
export async function askAuth<Answer>(path: string): Promise<AuthAnswer<Answer>> {
  try {
    return { answer: await readAuth<Answer>(path) }
  } catch (error) {
    if (error instanceof AuthReadError) return { refused: error.data.app }
    return { refused: { code: 'errors:offline', params: {} } }
  }
}
