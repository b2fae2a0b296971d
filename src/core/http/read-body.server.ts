import { AppError } from '#/lib/app-error.ts'

/**
 * The whole body of a request, up to `maxBytes`, so that every handler behind sees a whole body or none; undefined when there is none.
 * Throws AppError too_large as soon as the limit is passed, whatever Content-Length claimed.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new AppError('too_large', 'errors:tooLarge')
  if (!request.body) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw new AppError('too_large', 'errors:tooLarge')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
