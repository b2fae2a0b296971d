import type { WireError } from '#/lib/wire-error.ts'
import { pageFetch } from './page-fetch.ts'

/** Why the request was denied, with the field it concerns, if any. */
export type AuthRefusal = Pick<WireError, 'code' | 'params'> & { field?: string }
export type AuthAnswer<Answer> =
  | { refused: AuthRefusal; answer?: undefined }
  | { refused?: undefined; answer: Answer }

type AuthRequest = {
  body: object
  /** Aborts the request when a later call replaces it. */
  signal?: AbortSignal
}

/**
 * Posts to an endpoint under /api/auth; its error codes are translation keys. The result is cast to `Answer`
 * and not validated. Never throws, except for an abort.
 */
export async function requestAuth<Answer = unknown>(
  path: string,
  { body, signal }: AuthRequest,
): Promise<AuthAnswer<Answer>> {
  const options = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  }
  const response = await pageFetch(`/api/auth${path}`, options).catch((error: unknown) => {
    if (signal?.aborted) throw error
  })
  if (!response) return { refused: { code: 'errors:offline', params: {} } }
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
