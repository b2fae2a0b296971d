import { AppError } from '#/lib/app-error.ts'

const DROPPED_MAX_BYTES = 64 * 1024 * 1024

/**
 * The whole body of a request, up to `maxBytes`, so that every handler behind sees a whole body or none;
 * undefined when there is none. Throws AppError too_large as soon as the limit is passed, whatever
 * Content-Length claimed.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes)
    throw new AppError('too_large', 'errors:tooLarge')
  if (!request.body) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = (request.body as ReadableStream<Uint8Array>).getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength
      if (size > maxBytes) throw new AppError('too_large', 'errors:tooLarge')
      chunks.push(part.value)
    }
  } finally {
    reader.releaseLock()
  }
  return Buffer.concat(chunks)
}

/**
 * Reads what a refused request still sends and keeps none of it: many clients read the answer only when all
 * is sent. Of a larger rest nothing is read, and the connection ends with its time. Never throws.
 */
export async function dropRest({ body }: Request): Promise<void> {
  if (!body || body.locked) return
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  try {
    let size = 0
    for (let part = await reader.read(); !part.done && size < DROPPED_MAX_BYTES; part = await reader.read())
      size += part.value.byteLength
  } catch {
    // The client has gone.
  }
}
