import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { AppError } from '#/lib/app-error.ts'
import { bodyChunks } from './body-chunks.server.ts'
import { Shares, type Share } from './shares.server.ts'

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

/** Uploads whose file is on the disk or on its way there, in bytes, by user. */
const uploads = new Shares({
  total: 512 * 1024 * 1024,
  retryAfterSeconds: 5,
  perOwner: { max: 2, code: 'errors:tooManyUploads', retryAfterSeconds: 2 },
})

/**
 * Receives a form with one file, which is streamed to the disk. At most two uploads per user run at a time.
 * When all of this process together have received more than 512 MB, the largest one of the user who has sent
 * most is rejected. Throws AppError too_large, invalid, limit, unavailable, storage_full, and the errors of
 * the rule; then nothing is kept, and the caller discards the rest of the body.
 */
export async function receiveForm(
  request: Request,
  { rule, userId, hold }: Receiving,
): Promise<ReceivedForm> {
  const maxBytes = rule.maxBytes + ENVELOPE_BYTES
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes)
    throw new AppError('too_large', 'errors:tooLarge', { field: 'file' })
  const over = new AbortController()
  const upload = uploads.enter(userId, 0, (error) => over.abort(error))
  try {
    const { form, held } = await readForm(request, { rule, hold, maxBytes, upload, over: over.signal })
    upload.keep()
    const release = async () => {
      upload.leave()
      await held?.release()
    }
    return { form, release }
  } catch (error) {
    upload.leave()
    throw error
  }
}

type Reading = Pick<Receiving, 'rule' | 'hold'> & { maxBytes: number; upload: Share; over: AbortSignal }

async function readForm(
  request: Request,
  { rule, hold, maxBytes, upload, over }: Reading,
): Promise<{ form: FormData; held: HeldFile | undefined }> {
  const form = new FormData()
  const parser = createParser(request.headers.get('content-type') ?? '', rule)
  const failed = new AbortController()
  const fail = (error: unknown) => failed.abort(error)
  const stopped = AbortSignal.any([failed.signal, over])
  let file: Readable | undefined
  let holding: Promise<HeldFile> | undefined
  parser.on('field', (name, value) => form.append(name, value))
  parser.on('file', (name, stream, ...[sentName = 'file', , type]) => {
    file = stream
    // How browsers send the only sign of a name that would end it.
    const fileName = sentName.replaceAll('%22', '"')
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
    const finished = once(parser, 'finish', { signal: stopped })
    await Promise.all([
      finished,
      feed(request.body, { parser, upload, maxBytes, signal: stopped }).catch(fail),
    ])
    const held = await holding
    stopped.throwIfAborted()
    return { form, held }
  } catch {
    file?.destroy(malformed())
    const held = await holding?.catch(() => undefined)
    await held?.release()
    throw stopped.reason
  }
}

const malformed = () => new AppError('invalid', 'errors:malformed', { field: 'file' })

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
    // The name as it was: a backslash in it is part of it.
    return new Busboy({ headers: { 'content-type': contentType }, limits, preservePath: true })
  } catch {
    throw malformed()
  }
}

type Feeding = { parser: BusboyInstance; upload: Share; maxBytes: number; signal: AbortSignal }

/** Feeds the parser as fast as the disk can write. */
async function feed(body: Request['body'], { parser, upload, maxBytes, signal }: Feeding): Promise<void> {
  if (!body) throw malformed()
  // A client that disconnects has sent an incomplete form.
  for await (const chunk of untilCut(bodyChunks(body, { signal }))) {
    upload.set(upload.amount + chunk.byteLength)
    if (upload.amount > maxBytes) throw new AppError('too_large', 'errors:tooLarge', { field: 'file' })
    if (!parser.write(chunk)) await once(parser, 'drain', { signal })
  }
  parser.end()
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
  // An empty file is the verb's to reject.
  if (!head?.length) return
  check(head)
  yield head
}

async function* untilCut(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (error) {
    throw error instanceof AppError ? error : malformed()
  }
}
