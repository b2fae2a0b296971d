import { AppError } from '#/lib/app-error.ts'
import { streamBody, type Stream } from './stream.server.ts'

export type Download = {
  /** The name under which the browser saves it. */
  name: string
  type: string
  sizeBytes?: number
  /** Text is sent as UTF-8. */
  chunks: AsyncIterable<string | Uint8Array>
}

/**
 * Sends a file of any size to a user: each chunk is produced when the client has received the one before, so
 * that the whole is never in memory. Ends when the user disconnects, stops reading or loses access.
 */
export function download(stream: Stream, { name, type, sizeBytes, chunks }: Download): Response {
  const headers = new Headers({
    'content-type': type,
    'content-disposition': attachmentHeader(name),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  if (sizeBytes !== undefined) headers.set('content-length', String(sizeBytes))
  return new Response(streamBody(stream, encoded(chunks)), { headers })
}

const running = new Set<string>()

/** Throws limit while another stream with this key is open on this instance. */
export function onlyOne(stream: Stream, key: string): void {
  if (running.has(key)) throw new AppError('limit', 'errors:tooManyDownloads', { retryAfterSeconds: 5 })
  stream.signal.throwIfAborted()
  running.add(key)
  stream.signal.addEventListener('abort', () => running.delete(key), { once: true })
}

async function* encoded(chunks: Download['chunks']): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

/** Returns the `content-disposition` header that makes a browser save a response under this name. */
function attachmentHeader(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^\w. ()-]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${whole}`}`
}
