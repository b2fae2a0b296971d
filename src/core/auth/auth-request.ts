import type { WireError } from '#/lib/wire-error.ts'
import { pageFetch } from './page-fetch.ts'

/** Why the request was denied, with the field it concerns, if any. */
export type AuthRefusal = Pick<WireError, 'code' | 'params'> & { field?: string }
export type AuthAnswer<Answer> =
  | { refused: AuthRefusal; answer?: undefined }
  | { refused?: undefined; answer: Answer }

/**
 * Posts to an endpoint under /api/auth; its error codes are translation keys. The result is cast to `Answer`
 * and not validated. Never throws.
 */
export async function requestAuth<Answer = unknown>(
  path: string,
  { body }: { body: object },
): Promise<AuthAnswer<Answer>> {
  const response = await pageFetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  return response ? readAnswer(response) : { refused: { code: 'errors:offline', params: {} } }
}

/** Reads the answer of an endpoint under /api/auth. */
export async function readAnswer<Answer>(response: Response): Promise<AuthAnswer<Answer>> {
  const answer: unknown = await response.json().catch(() => ({}))
  if (response.ok) return { answer: answer as Answer }
  const { code = '', field, params } = answer as Partial<AuthRefusal>
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0) || undefined
  return {
    refused: {
      code: /^[a-z-]+:[\w.]+$/.test(code) ? code : 'errors:unexpected',
      field,
      params: { ...params, retryAfterSeconds },
    },
  }
}
