import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import { ReadableStream as WebStream } from 'node:stream/web'
import type { StorageUrl } from '#/env/storage-url.ts'
import { AppError } from '#/lib/app-error.ts'
import { loadPackages } from '#/lib/optional-packages.server.ts'
import { StartError } from '#/lib/start-error.ts'
import {
  isStorageId,
  openIncoming,
  type ListedFile,
  type Storage,
  type StoragePlace,
} from './storage.server.ts'

const MARK = 'installation-id'
const ANSWER_WITHIN_MS = 5_000
const CONNECT_WITHIN_MS = 3_000
// Also between two pieces of a file.
const SILENT_FOR_MS = 10_000
const PART_BYTES = 5 * 1024 * 1024
// S3 takes ten thousand.
const PARTS_MAX = 9_000
const ABANDONED_AFTER_MS = 24 * 3_600_000

export type Bucket = {
  client: S3Client
  library: Library
  url: StorageUrl
  /** The name of an object below the prefix. */
  key(name: string): string
}

type Library = Awaited<ReturnType<typeof loadLibrary>>

async function loadLibrary(setting: string) {
  const [client, { Upload }] = await loadPackages(setting, '@aws-sdk/client-s3', '@aws-sdk/lib-storage')
  return { ...client, Upload }
}

/** Credentials come from the environment or the machine's role, as in every program of the AWS SDK. */
export async function openBucket(setting: string, url: StorageUrl): Promise<Bucket> {
  const library = await loadLibrary(setting)
  const client = new library.S3Client({
    region: url.region,
    ...(url.endpoint ? { endpoint: url.endpoint, forcePathStyle: url.isPathStyle } : {}),
    // Checksums that servers other than AWS's don't know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENT_FOR_MS,
      httpAgent: { maxSockets: 50 },
      httpsAgent: { maxSockets: 50 },
    },
  })
  return { client, library, url, key: (name) => `${url.prefix}${name}` }
}

/**
 * Stores files in a bucket of an S3 server. A file that arrives is kept in `folder` until it is complete.
 * Every method throws for an invalid id, AppError unavailable while the server doesn't respond, and
 * storage_full when it has no room.
 */
export function createS3Storage(bucket: Bucket, folder: string): Storage {
  const { client, library, url, key } = bucket
  const incoming = openIncoming(folder)
  const object = (id: string) => {
    if (!isStorageId(id)) throw new Error('Not a storage id')
    return { Bucket: url.bucket, Key: key(id) }
  }
  return {
    place: placeOf(bucket),
    hold: incoming.hold,
    async put(id, content) {
      await putObject(bucket, {
        name: object(id).Key,
        content: content instanceof Blob ? content.stream() : content,
      })
    },
    async open(id) {
      const place = object(id)
      const found = await answered((abortSignal) =>
        client.send(new library.HeadObjectCommand(place), { abortSignal }),
      )
      if (!found) return undefined
      const { ContentLength: sizeBytes } = found
      if (sizeBytes === undefined) throw failureOf(new Error('The server told no length'))
      return { sizeBytes, stream: () => streamOf(exactly(sizeBytes, chunksOf(bucket, place))) }
    },
    async delete(id) {
      await deleteObject(bucket, object(id).Key)
    },
    async *list() {
      for await (const listed of listObjects(bucket))
        yield listed.filter(({ id }) => isStorageId(id)) satisfies ListedFile[]
    },
    async sweep(olderThanMs) {
      return (await incoming.sweep(olderThanMs)) + (await abortUploads(bucket))
    },
  }
}

type NewObject = {
  name: string
  content: Uint8Array | ReadableStream<Uint8Array> | Readable
  /** Needed above 48 GB. */
  sizeBytes?: number
  signal?: AbortSignal | undefined
}

/** Stores a stream of any length; the object exists only when it is complete. */
export async function putObject(
  { client, library, url }: Bucket,
  { name, content, sizeBytes = 0, signal }: NewObject,
): Promise<void> {
  const upload = new library.Upload({
    client,
    params: { Bucket: url.bucket, Key: name, Body: content },
    partSize: Math.max(PART_BYTES, Math.ceil(sizeBytes / PARTS_MAX)),
    queueSize: 1,
  })
  const abort = () => void upload.abort()
  signal?.addEventListener('abort', abort)
  try {
    signal?.throwIfAborted()
    await upload.done()
  } catch (error) {
    throw failureOf(error)
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** Reads an object at the reader's pace. Throws AppError unavailable for one that isn't there. */
export const readObject = (bucket: Bucket, name: string): AsyncGenerator<Uint8Array> =>
  chunksOf(bucket, { Bucket: bucket.url.bucket, Key: name })

/** Ignores an object that isn't there. */
export async function deleteObject({ client, library, url }: Bucket, name: string): Promise<void> {
  await answered((abortSignal) =>
    client.send(new library.DeleteObjectCommand({ Bucket: url.bucket, Key: name }), { abortSignal }),
  )
}

export type ListedObject = ListedFile & { sizeBytes: number }

/** Lists the objects below the prefix, in pages, each `id` without the prefix. */
export async function* listObjects(
  { client, library, url }: Bucket,
  below = '',
): AsyncGenerator<ListedObject[]> {
  const prefix = `${url.prefix}${below}`
  let token: string | undefined
  do {
    const page = await answered((abortSignal) =>
      client.send(
        new library.ListObjectsV2Command({ Bucket: url.bucket, Prefix: prefix, ContinuationToken: token }),
        { abortSignal },
      ),
    )
    yield (page?.Contents ?? []).flatMap(({ Key, LastModified, Size }) =>
      Key && LastModified
        ? [{ id: Key.slice(prefix.length), writtenAt: LastModified, sizeBytes: Size ?? 0 }]
        : [],
    )
    token = page?.NextContinuationToken
  } while (token)
}

/** Deletes parts of uploads that a crash has interrupted. Not every server can list them. */
async function abortUploads({ client, library, url }: Bucket): Promise<number> {
  const found = await client
    .send(new library.ListMultipartUploadsCommand({ Bucket: url.bucket, Prefix: url.prefix }))
    .catch(() => undefined)
  const before = Date.now() - ABANDONED_AFTER_MS
  let aborted = 0
  for (const { Key, UploadId, Initiated } of found?.Uploads ?? []) {
    if (!Initiated || Initiated.getTime() > before) continue
    await client
      .send(new library.AbortMultipartUploadCommand({ Bucket: url.bucket, Key, UploadId }))
      .then(() => aborted++)
      .catch(() => {})
  }
  return aborted
}

function placeOf(bucket: Bucket): StoragePlace {
  const { client, library, url, key } = bucket
  const name = `STORAGE_URL s3://${url.bucket}/${url.prefix}`.replace(/\/$/, '')
  const mark = { Bucket: url.bucket, Key: key(MARK) }
  async function readMark(): Promise<string | undefined> {
    try {
      const found = await client.send(new library.GetObjectCommand(mark), {
        abortSignal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      return (await found.Body?.transformToString())?.trim() || undefined
    } catch (error) {
      if (isMissing(error)) return undefined
      throw new StartError(`${name} can't be used: ${reasonOf(error, url)}`)
    }
  }
  return {
    name,
    readMark,
    async claim(id) {
      // Where the server knows the condition, the first of two claims wins; otherwise the next start tells.
      await client
        .send(new library.PutObjectCommand({ ...mark, Body: id, IfNoneMatch: '*' }))
        .catch((error: unknown) => {
          if ((error as Error).name !== 'PreconditionFailed')
            throw new StartError(`${name} can't be written: ${reasonOf(error, url)}`)
        })
      return (await readMark()) ?? id
    },
    async isEmpty() {
      const found = await client.send(
        new library.ListObjectsV2Command({ Bucket: url.bucket, Prefix: url.prefix, MaxKeys: 1 }),
        { abortSignal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
      )
      return !found.Contents?.length
    },
    adoption: (id) => `write ${id} to the object ${mark.Key}`,
    async clear() {
      for await (const listed of listObjects(bucket))
        for (const { id } of listed)
          await client.send(new library.DeleteObjectCommand({ Bucket: url.bucket, Key: key(id) }))
    },
  }
}

/** Why a bucket can't be used, and what to do. */
export function reasonOf(error: unknown, { bucket, endpoint }: StorageUrl): string {
  const { name, message } = error as Error
  if (name === 'NoSuchBucket') return `there is no bucket ${bucket}. Create it.`
  if (/CredentialsProviderError/.test(name))
    return 'there are no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
  if (statusOf(error) === 403)
    return `the server refuses these credentials (${name}). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the rights on ${bucket}.`
  if (statusOf(error) !== undefined)
    return `the server answers ${statusOf(error)} (${name}). Check the bucket and its region.`
  return `${endpoint ?? 'the server'} doesn't respond (${(error as NodeJS.ErrnoException).code ?? (name === 'Error' ? message : name)}). Check the endpoint.`
}

/** Undefined for an object that isn't there. */
async function answered<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ANSWER_WITHIN_MS)
  try {
    return await send(late.signal)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw failureOf(error)
  } finally {
    clearTimeout(timer)
  }
}

/** An object is missing; a missing bucket is a fault. */
const isMissing = (error: unknown) => statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket'

/** What the server answered; undefined for an error of another kind. */
const statusOf = (error: unknown) => (error as Partial<S3ServiceException>).$metadata?.httpStatusCode

const FULL = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'ServiceQuotaExceededException']

function failureOf(error: unknown): AppError {
  const isFull = statusOf(error) === 507 || FULL.includes((error as Error).name)
  const failure = isFull
    ? new AppError('storage_full', 'errors:storageFull')
    : new AppError('unavailable', 'errors:unavailable', { retryAfterSeconds: 5 })
  failure.cause = error
  return failure
}

type Place = { Bucket: string; Key: string }

/** Asks for the object when it is first read: a stream that nobody reads holds nothing. */
const streamOf = (chunks: AsyncIterable<Uint8Array>) =>
  WebStream.from(chunks) as ReadableStream<Uint8Array<ArrayBuffer>>

/** Fails unless that many bytes come: a client that was told more takes the next response for the rest. */
async function* exactly(bytes: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const chunk of chunks) {
    left -= chunk.length
    if (left < 0) break
    yield chunk
  }
  if (left !== 0) throw failureOf(new Error('The object has another length than the server told'))
}

/** Reads an object at the reader's pace, and ends the connection also if the reader stops early. */
async function* chunksOf({ client, library }: Bucket, place: Place): AsyncGenerator<Uint8Array> {
  const found = await answered((abortSignal) =>
    client.send(new library.GetObjectCommand(place), { abortSignal }),
  )
  if (!found?.Body) throw failureOf(new Error('The object was deleted'))
  const body = found.Body as Readable
  const pieces = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      // Counts while the storage is slow, not while the reader is.
      const silence = setTimeout(() => body.destroy(new Error('The storage has gone silent')), SILENT_FOR_MS)
      const piece = await pieces.next().finally(() => clearTimeout(silence))
      if (piece.done) return
      yield piece.value as Uint8Array
    }
  } finally {
    body.destroy()
  }
}
