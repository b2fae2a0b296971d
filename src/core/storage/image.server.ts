import type { Sharp } from 'sharp'
import type { UploadRule } from '#/core/http/receive-form.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { IMAGE_MAX_BYTES } from './image-limits.ts'

export const STORED_IMAGE_TYPE = 'image/webp'
export const STORED_IMAGE_EDGE_PIXELS = 512

/** Translation keys of the slice that takes the picture. */
export type ImageRefusals = {
  /** Not PNG, JPEG or WebP by content, or damaged. */
  notAnImage: string
  /** With `maxMegabytes`. */
  tooLarge: string
  /** With `maxPixels`, of either edge. */
  tooManyPixels: string
}

/** For a procedure that takes a picture: what it is, readImage judges. */
export const imageUploadRule: UploadRule = { maxBytes: IMAGE_MAX_BYTES }

type ImageRules = { maxEdgePixels: number; refusals: ImageRefusals }

/**
 * Turns an uploaded picture into the one form in which pictures are stored: a square WebP, at most 512 pixels
 * wide, upright, with nothing of the original but its pixels. The content decides, name and claimed type
 * don't. Throws AppError too_large or invalid, field `file`.
 */
export async function readImage(
  bytes: Uint8Array,
  { maxEdgePixels, refusals }: ImageRules,
): Promise<Uint8Array> {
  if (bytes.length > IMAGE_MAX_BYTES)
    throw new AppError('too_large', refusals.tooLarge, {
      field: 'file',
      maxMegabytes: IMAGE_MAX_BYTES / 1024 / 1024,
    })
  const refuse = (code: string, params = {}) => new AppError('invalid', code, { field: 'file', ...params })
  const open = await loadDecoder(maxEdgePixels ** 2)
  // Only the header: a few bytes that promise billions of pixels cost nothing.
  const readSize = async () => open(bytes).metadata()
  const { width, height } = await readSize().catch(() => {
    throw refuse(refusals.notAnImage)
  })
  if (Math.max(width, height) > maxEdgePixels)
    throw refuse(refusals.tooManyPixels, { maxPixels: maxEdgePixels })
  const edge = Math.min(STORED_IMAGE_EDGE_PIXELS, width, height)
  try {
    return await oneAtATime(() =>
      open(bytes)
        .autoOrient()
        .resize({ width: edge, height: edge, fit: 'cover' })
        .webp({ quality: 85 })
        .toBuffer(),
    )
  } catch {
    throw refuse(refusals.notAnImage)
  }
}

async function loadDecoder(limitInputPixels: number): Promise<(bytes: Uint8Array) => Sharp> {
  const sharp = await (prepared ??= prepareSharp())
  return (bytes) => sharp(bytes, { limitInputPixels, failOn: 'warning' })
}

let prepared: ReturnType<typeof prepareSharp> | undefined

/**
 * Loaded with the first picture: a server that never gets one carries no decoder. Once, because blocking
 * decoders fails a picture that is being read.
 */
async function prepareSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  // Every other format is no image: its decoder is switched off in this process.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}

let last: Promise<unknown> = Promise.resolve()

/**
 * One picture at a time: the worst that passes the limits takes some 200 MB and a second to decode, and
 * pictures sent at once must not add up.
 */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}
