import type { UploadRule } from '#/core/http/receive-form.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { defineTask, runTask, TaskEnded } from '#/core/workers/workers.server.ts'
import { AppError } from '#/lib/app-error.ts'
import type { decodeImage } from './decode-image.server.ts'
import { IMAGE_MAX_BYTES, IMAGE_MAX_EDGE_PIXELS } from './image-limits.ts'

export const STORED_IMAGE_TYPE = 'image/webp'
export const STORED_IMAGE_EDGE_PIXELS = 512

/** The translation keys for errors, of the feature that accepts the image. */
export type ImageErrorCodes = {
  /** Not PNG, JPEG or WebP by content, or damaged. */
  notAnImage: string
  /** With `maxMegabytes`. */
  tooLarge: string
  /** With `maxPixels`, of either edge. */
  tooManyPixels: string
}

/** For a procedure that accepts an image, which `readImage` checks. */
export const imageUploadRule: UploadRule = { maxBytes: IMAGE_MAX_BYTES }

// The largest that programs write take one or two seconds.
const decoding = defineTask<typeof decodeImage>({
  module: 'src/core/storage/decode-image.server.ts',
  kind: 'request',
  maxSeconds: 5,
})

type ImageRules = {
  /** The user, whose images are decoded one at a time. */
  account: string
  maxBytes?: number
  shape?: Parameters<typeof decodeImage>[0]['shape']
  codes: ImageErrorCodes
}

export type ReadImage = { bytes: Uint8Array; widthPixels: number; heightPixels: number }

/**
 * Converts an uploaded image to the stored format: a WebP, upright, without metadata, by default a square of
 * at most 512 pixels. Only the content counts, not the name or the claimed type. It is decoded in a worker
 * process (`runTask`, which may throw limit). Throws AppError too_large or invalid, field `file`.
 */
export async function readImage(
  { log, signal }: { log: Pick<Log, 'warn'>; signal: AbortSignal },
  file: Blob,
  {
    account,
    maxBytes = IMAGE_MAX_BYTES,
    shape = { edgePixels: STORED_IMAGE_EDGE_PIXELS, fit: 'cover' },
    codes,
  }: ImageRules,
): Promise<ReadImage> {
  if (file.size > maxBytes)
    throw new AppError('too_large', codes.tooLarge, { field: 'file', maxMegabytes: maxBytes / 1024 / 1024 })
  const maxEdgePixels = IMAGE_MAX_EDGE_PIXELS
  const options = { account, log, signal, bytes: file.stream() }
  const image = await runTask(decoding, { maxEdgePixels, shape }, options).catch(problemOf)
  if (!('problem' in image)) return image
  const code = image.problem === 'tooComplex' ? 'errors:imageTooComplex' : codes[image.problem]
  const params = image.problem === 'tooManyPixels' ? { maxPixels: maxEdgePixels } : {}
  throw new AppError('invalid', code, { field: 'file', ...params })
}

/** A decoder that was killed, as a problem of the image. */
function problemOf(error: unknown): { problem: 'notAnImage' | 'tooComplex' } {
  if (!(error instanceof TaskEnded)) throw error
  return { problem: error.reason === 'crash' ? 'notAnImage' : 'tooComplex' }
}
