import { responseError } from '#/http/response-error.ts'
import { failureOf, type WireError } from '#/lib/wire-error.ts'
import { pageFetch } from './page-fetch.ts'

/** Why the request was denied, with the field it concerns, if any. */
export type AuthRefusal = Pick<WireError, 'code' | 'params' | 'requestId'> & { field?: string | undefined }
export type AuthAnswer<Answer> =
  | { refused: AuthRefusal; answer?: undefined }
  | { refused?: undefined; answer: Answer }

/**
 * Posts to an endpoint under /api/auth; its error codes are translation keys. The result is cast to `Answer`
 * and not validated. Never throws.
 */
export const requestAuth = <Answer = unknown>(
  path: string,
  { body }: { body: object },
): Promise<AuthAnswer<Answer>> =>
  answerOf(
    readAuth<Answer>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

/**
 * Sends a request to an endpoint under /api/auth, by default a GET. Throws errors that `failureOf`
 * understands. The result is cast to `Answer` and not validated. Browser only.
 */
export async function readAuth<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await pageFetch(`/api/auth${path}`, init)
  if (!response.ok) throw await responseError(response)
  const text = await response.text()
  return JSON.parse(text || '{}') as Answer
}

/** The result of a call, or why it was refused. Never rejects. */
export async function answerOf<Answer>(asked: Promise<Answer>): Promise<AuthAnswer<Answer>> {
  try {
    return { answer: await asked }
  } catch (error) {
    const failure = failureOf(error)
    const [field, code = failure.code] = Object.entries(failure.fields ?? {})[0] ?? []
    return { refused: { ...failure, code, field } }
  }
}
