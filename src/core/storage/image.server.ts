import type { Sharp } from 'sharp'
import type { UploadRule } from '#/core/http/receive-form.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { IMAGE_MAX_BYTES } from './image-limits.ts'

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

const square: StoredShape = { edgePixels: STORED_IMAGE_EDGE_PIXELS, fit: 'cover' }

/** For a procedure that accepts an image, which `readImage` checks. */
export const imageUploadRule: UploadRule = { maxBytes: IMAGE_MAX_BYTES }

/** How an image is stored: scaled down to the longest edge, and cropped to a square with `cover`. */
type StoredShape = { edgePixels: number; fit: 'cover' | 'inside' }

type ImageRules = {
  maxBytes?: number
  maxEdgePixels: number
  shape?: StoredShape
  codes: ImageErrorCodes
}

export type ReadImage = { bytes: Uint8Array; widthPixels: number; heightPixels: number }

/**
 * Converts an uploaded image to the stored format: a WebP, upright, without metadata, by default a square of
 * at most 512 pixels. Only the content counts, not the name or the claimed type. Throws AppError too_large or
 * invalid, field `file`.
 */
export async function readImage(
  bytes: Uint8Array,
  { maxBytes = IMAGE_MAX_BYTES, maxEdgePixels, shape = square, codes }: ImageRules,
): Promise<ReadImage> {
  if (bytes.length > maxBytes)
    throw new AppError('too_large', codes.tooLarge, { field: 'file', maxMegabytes: maxBytes / 1024 / 1024 })
  const invalid = (code: string, params = {}) => new AppError('invalid', code, { field: 'file', ...params })
  const open = await loadDecoder(maxEdgePixels ** 2)
  return oneAtATime(async () => {
    // Reads the header only, so a small file that claims billions of pixels costs nothing.
    const readSize = async () => open(bytes).metadata()
    const { width, height } = await readSize().catch(() => {
      throw invalid(codes.notAnImage)
    })
    if (Math.max(width, height) > maxEdgePixels)
      throw invalid(codes.tooManyPixels, { maxPixels: maxEdgePixels })
    const { edgePixels, fit } = shape
    const edge = Math.min(edgePixels, fit === 'cover' ? Math.min(width, height) : Math.max(width, height))
    try {
      const { data, info } = await open(bytes)
        .autoOrient()
        .resize({ width: edge, height: edge, fit })
        .webp({ quality: 85 })
        .toBuffer({ resolveWithObject: true })
      return { bytes: data, widthPixels: info.width, heightPixels: info.height }
    } catch {
      throw invalid(codes.notAnImage)
    }
  })
}

async function loadDecoder(limitInputPixels: number): Promise<(bytes: Uint8Array) => Sharp> {
  const sharp = await (prepared ??= prepareSharp())
  return (bytes) => sharp(bytes, { limitInputPixels, failOn: 'warning' })
}

let prepared: ReturnType<typeof prepareSharp> | undefined

/**
 * Loads sharp with the first image. Only once, because blocking decoders fails images that are being read.
 */
async function prepareSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  // Switches off the decoders of all other formats in this process.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}

let last: Promise<unknown> = Promise.resolve()

/** Reads one image at a time, because the largest allowed one takes about 200 MB and a second. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}
