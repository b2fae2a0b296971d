import { ResponseError, UNEXPECTED, type WireError } from '#/lib/wire-error.ts'

/** Reads an error response: JSON of a server route or of an endpoint under /api/auth, or another server's. */
export async function responseError(response: Response): Promise<ResponseError> {
  const read = (await response.json().catch(() => ({}))) as Partial<WireError> & { field?: string }
  const sent = typeof read.code === 'string' ? read.code : ''
  const code = /^[a-z-]+:[\w.]+$/.test(sent) ? sent : UNEXPECTED
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0) || undefined
  const fields = read.field === undefined ? read.fields : { [read.field]: code }
  const params = { ...read.params, retryAfterSeconds }
  const app = { code, params, ...(fields && { fields }), requestId: read.requestId }
  return new ResponseError(sent, app, response.status)
}
