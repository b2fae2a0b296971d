import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { AppError } from '#/lib/app-error.ts'

/** How much of a file is checked before the rest is read. */
export const UPLOAD_HEAD_BYTES = 16_384

/** The limits of an uploaded file. */
export type UploadRule = {
  maxBytes: number
  /** Checks a file by its first UPLOAD_HEAD_BYTES and its name. Throws AppError to stop the upload. */
  check?(head: Uint8Array, name: string): void
}

/** A file on the disk until it is released. */
type HeldFile = { file: File; release(): Promise<void> }
type FileFacts = { name: string; type: string }
type Receiving = {
  rule: UploadRule
  userId: string
  hold(source: AsyncIterable<Uint8Array>, facts: FileFacts): Promise<HeldFile>
}

/** `release` deletes the received file and frees its place. */
export type ReceivedForm = { form: FormData; release(): Promise<void> }

// For the multipart boundaries and headers.
const ENVELOPE_BYTES = 65_536
const PER_USER_MAX = 2
const ALL_MAX_BYTES = 512 * 1024 * 1024

const running = new Map<string, number>()
let allBytes = 0

/**
 * Receives a form with one file, which is streamed to the disk. At most two uploads per user and 512 MB per
 * process run at a time. Throws AppError too_large, invalid, limit, unavailable, storage_full, and the errors
 * of the rule; then nothing is kept, and the caller discards the rest of the body.
 */
export async function receiveForm(
  request: Request,
  { rule, userId, hold }: Receiving,
): Promise<ReceivedForm> {
  const maxBytes = rule.maxBytes + ENVELOPE_BYTES
  const claimedBytes = Number(request.headers.get('content-length') ?? maxBytes)
  if (claimedBytes > maxBytes) throw new AppError('too_large', 'errors:tooLarge', { field: 'file' })
  const leave = enter(userId, claimedBytes)
  try {
    const { form, held } = await readForm(request, { rule, hold, maxBytes })
    const release = async () => {
      leave()
      await held?.release()
    }
    return { form, release }
  } catch (error) {
    leave()
    throw error
  }
}

type Reading = Pick<Receiving, 'rule' | 'hold'> & { maxBytes: number }

async function readForm(
  request: Request,
  { rule, hold, maxBytes }: Reading,
): Promise<{ form: FormData; held: HeldFile | undefined }> {
  const form = new FormData()
  const parser = createParser(request.headers.get('content-type') ?? '', rule)
  const stopped = new AbortController()
  const fail = (error: unknown) => stopped.abort(error)
  let file: Readable | undefined
  let holding: Promise<HeldFile> | undefined
  parser.on('field', (name, value) => form.append(name, value))
  // oxlint-disable-next-line max-params -- the parser's own signature
  parser.on('file', (name, stream, fileName = 'file', _encoding, type) => {
    file = stream
    // Handled by the reader.
    stream.on('error', () => {})
    holding = hold(
      checked(stream, (head) => rule.check?.(head, fileName)),
      { name: fileName, type },
    )
    holding.then((held) => form.append(name, held.file), fail)
  })
  // Passes on a second file, which the procedure's schema rejects.
  parser.on('filesLimit', () => form.append('file', new File([], 'another')))
  parser.on('error', () => fail(malformed()))
  try {
    const finished = once(parser, 'finish', { signal: stopped.signal })
    await Promise.all([
      finished,
      feed(request.body, { parser, stopped: stopped.signal, maxBytes }).catch(fail),
    ])
    const held = await holding
    stopped.signal.throwIfAborted()
    return { form, held }
  } catch {
    file?.destroy(malformed())
    const held = await holding?.catch(() => undefined)
    await held?.release()
    throw stopped.signal.reason
  }
}

const malformed = () => new AppError('invalid', 'errors:malformed', { field: 'file' })

/** Counts an upload and returns the function that uncounts it. */
function enter(userId: string, bytes: number): () => void {
  const own = running.get(userId) ?? 0
  if (own >= PER_USER_MAX) throw new AppError('limit', 'errors:tooManyUploads', { retryAfterSeconds: 2 })
  if (allBytes + bytes > ALL_MAX_BYTES)
    throw new AppError('unavailable', 'errors:unavailable', { retryAfterSeconds: 5 })
  running.set(userId, own + 1)
  allBytes += bytes
  return () => {
    allBytes -= bytes
    const left = (running.get(userId) ?? 1) - 1
    if (left > 0) running.set(userId, left)
    else running.delete(userId)
  }
}

function createParser(contentType: string, { maxBytes }: UploadRule): BusboyInstance {
  try {
    // One byte more than allowed, so that the procedure rejects it with its own message.
    const limits = {
      files: 1,
      fileSize: maxBytes + 1,
      fields: 8,
      fieldSize: 1024,
      fieldNameSize: 100,
      parts: 10,
      headerPairs: 20,
    }
    return new Busboy({ headers: { 'content-type': contentType }, limits })
  } catch {
    throw malformed()
  }
}

type Feeding = { parser: BusboyInstance; stopped: AbortSignal; maxBytes: number }

/** Feeds the parser as fast as the disk can write. */
async function feed(body: Request['body'], { parser, stopped, maxBytes }: Feeding): Promise<void> {
  if (!body) throw malformed()
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  // Ends a pending read. Racing it against a long-lived promise would keep every chunk in memory.
  stopped.addEventListener('abort', () => reader.releaseLock())
  try {
    let size = 0
    for (;;) {
      // A client that disconnects has sent an incomplete form.
      const { done, value } = await reader.read().catch(() => Promise.reject(malformed()))
      if (done) break
      size += value.byteLength
      if (size > maxBytes) throw new AppError('too_large', 'errors:tooLarge', { field: 'file' })
      if (!parser.write(value)) await once(parser, 'drain', { signal: stopped })
    }
    parser.end()
  } finally {
    reader.releaseLock()
  }
}

/** Yields the chunks of a file once its head has passed the check. */
async function* checked(
  file: AsyncIterable<Uint8Array>,
  check: (head: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const part of untilCut(file)) {
    if (!head) {
      yield part
      continue
    }
    head = Buffer.concat([head, part])
    if (head.length < UPLOAD_HEAD_BYTES) continue
    check(head.subarray(0, UPLOAD_HEAD_BYTES))
    yield head
    head = undefined
  }
  if (!head) return
  check(head)
  yield head
}

async function* untilCut(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* file
  } catch {
    throw malformed()
  }
}
