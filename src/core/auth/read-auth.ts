import { readAnswer, type AuthAnswer, type AuthRefusal } from './auth-request.ts'
import { pageFetch } from './page-fetch.ts'

/** An error of `readAuth`, with code and status in the same shape as tRPC errors. */
class AuthReadError extends Error {
  readonly data: { app: AuthRefusal; httpStatus: number }
  constructor(httpStatus: number, app: AuthRefusal) {
    super(app.code)
    this.data = { app, httpStatus }
  }
}

/**
 * Sends a GET request to an endpoint under /api/auth, for queries. Throws errors that `failureOf`
 * understands. The result is cast to `Answer` and not validated. Browser only.
 */
export async function readAuth<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const response = await pageFetch(`/api/auth${path}`, { signal })
  const { refused, answer } = await readAnswer<Answer>(response)
  if (refused) throw new AuthReadError(response.status, refused)
  return answer
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
