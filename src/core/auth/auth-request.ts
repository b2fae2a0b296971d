import type { WireError } from '#/lib/wire-error.ts'
import { pageFetch } from './page-fetch.ts'

/** What was refused, with the field it belongs to where there is one. */
export type AuthRefusal = Pick<WireError, 'code' | 'params'> & { field?: string }
export type AuthAnswer<Answer> =
  | { refused: AuthRefusal; answer?: undefined }
  | { refused?: undefined; answer: Answer }

type AuthRequest = {
  body: object
  /** A later call makes this one pointless. */
  signal?: AbortSignal
}

/**
 * Posts to one of the endpoints under /api/auth, which answer with translation keys as codes. Of the answer
 * itself only what the caller names in its type is looked at. Never throws, but for an abort.
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
