import type { Sharp } from 'sharp'
import sharp from 'sharp'
import type { TaskTools } from '#/workers/workers.server.ts'

/** How an image is stored: scaled down to the longest edge, and cropped to a square with `cover`. */
type StoredShape = { edgePixels: number; fit: 'cover' | 'inside' }

type DecodedImage =
  | { bytes: Uint8Array; widthPixels: number; heightPixels: number }
  | { problem: 'notAnImage' | 'tooManyPixels' | 'tooComplex' }

// Of a progressive JPEG. Programs write ten; a decoder goes through all pixels for each.
const SCANS_MAX = 100

sharp.concurrency(1)
sharp.cache(false)
// Switches off the decoders of all other formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

/** The task of `readImage`: decodes the bytes, after their header was checked, and writes them as WebP. */
export async function decodeImage(
  { maxEdgePixels, shape: { edgePixels, fit } }: { maxEdgePixels: number; shape: StoredShape },
  { bytes }: TaskTools,
): Promise<DecodedImage> {
  const open = (): Sharp => sharp(bytes, { limitInputPixels: maxEdgePixels ** 2, failOn: 'warning' })
  try {
    // Reads the header only, so a small file that claims billions of pixels costs nothing.
    const { width, height } = await open().metadata()
    if (Math.max(width, height) > maxEdgePixels) return { problem: 'tooManyPixels' }
    if (scansOf(bytes) > SCANS_MAX) return { problem: 'tooComplex' }
    const edge = Math.min(edgePixels, fit === 'cover' ? Math.min(width, height) : Math.max(width, height))
    const { data, info } = await open()
      .autoOrient()
      .resize({ width: edge, height: edge, fit })
      .webp({ quality: 85 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, widthPixels: info.width, heightPixels: info.height }
  } catch {
    return { problem: 'notAnImage' }
  }
}

const JPEG = { startOfImage: 0xd8, endOfImage: 0xd9, startOfScan: 0xda } as const

/** Counts the scans of a JPEG up to its end, without those of a preview in its metadata. */
function scansOf(bytes: Uint8Array): number {
  if (bytes[0] !== 0xff || bytes[1] !== JPEG.startOfImage) return 0
  let scans = 0
  for (let at = 2; at < bytes.length;) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0
    if (marker === JPEG.endOfImage) break
    if (marker === JPEG.startOfScan) scans++
    // Only these have a length; everything else is what a scan contains.
    const isSegment = marker >= 0xc0 && marker < 0xff && !(marker >= 0xd0 && marker <= 0xd8)
    at += isSegment ? 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0) : 1
  }
  return scans
}
