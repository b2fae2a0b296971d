import { currentRequest } from '#/log/request-scope.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { bodyChunks } from './body-chunks.server.ts'
import { Shares } from './shares.server.ts'

const DROPPED_MAX_BYTES = 64 * 1024 * 1024

/** Bodies that are being read, in bytes: connections cost nothing, and each may send 1 MB. */
const bodies = new Shares({ total: 64 * 1024 * 1024, retryAfterSeconds: 5 })

/**
 * Reads a request's whole body; undefined without one. Throws AppError too_large as soon as it exceeds
 * `maxBytes`, regardless of Content-Length, invalid when the client stalls, and unavailable when it has to
 * make room for others.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes)
    throw new AppError('too_large', 'errors:tooLarge')
  if (!request.body) return undefined
  const chunks: Uint8Array[] = []
  const over = new AbortController()
  const share = bodies.enter(currentRequest()?.owner ?? '', 0, (error) => over.abort(error))
  try {
    for await (const chunk of bodyChunks(request.body, { signal: over.signal })) {
      share.set(share.amount + chunk.byteLength)
      if (share.amount > maxBytes) throw new AppError('too_large', 'errors:tooLarge')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    throw over.signal.aborted ? over.signal.reason : error
  } finally {
    share.leave()
  }
}

/**
 * Discards the rest of a rejected request's body, because many clients read the response only after sending
 * everything. Stops at 64 MB, and the connection times out. Never throws.
 */
export async function dropRest({ body }: Request): Promise<void> {
  if (!body || body.locked) return
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  try {
    let size = 0
    for (let part = await reader.read(); !part.done && size < DROPPED_MAX_BYTES; part = await reader.read())
      size += part.value.byteLength
  } catch {
    // The client has disconnected.
  }
}

/** Far more than our pages or the longest conversation of an official client need. */
const JSON_VALUES_MAX = 100_000

const [COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, BACKSLASH] = Buffer.from(',[{"\\')

/**
 * Whether a JSON body holds too many values. Checked before parsing, because parsing and validating millions
 * of values blocks the process for seconds.
 */
export function holdsTooManyValues(body: Buffer): boolean {
  if (body.length <= JSON_VALUES_MAX) return false
  let values = 0
  let isText = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === QUOTE) isText = !isText
    else if (isText) at += byte === BACKSLASH ? 1 : 0
    else if ((byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) && ++values > JSON_VALUES_MAX)
      return true
  }
  return false
}
