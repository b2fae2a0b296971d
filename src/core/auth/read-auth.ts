import type { AuthAnswer } from './auth-request.ts'
import { pageFetch } from './page-fetch.ts'

/**
 * What one of the reading endpoints under /api/auth answered; an error of `readAuth` carries the code and the
 * status, as those of tRPC do.
 */
class AuthReadError extends Error {
  readonly data: { app: { code: string; params: Record<string, number | undefined> }; httpStatus: number }
  constructor(status: number, code: string, retryAfterSeconds: number | undefined) {
    super(code)
    this.data = { app: { code, params: { retryAfterSeconds } }, httpStatus: status }
  }
}

/**
 * Gets from one of the endpoints under /api/auth, for queries: throws what `failureOf` understands. Of the
 * answer only what the caller names in its type is looked at. Only in the browser.
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

/** The same for an act: the answer or the refusal, as `requestAuth` gives them. Never throws. */
export async function askAuth<Answer>(path: string): Promise<AuthAnswer<Answer>> {
  try {
    return { answer: await readAuth<Answer>(path) }
  } catch (error) {
    if (error instanceof AuthReadError) return { refused: error.data.app }
    return { refused: { code: 'errors:offline', params: {} } }
  }
}
