import type { UploadRule } from '#/http/receive-form.server.ts'
import type { Log } from '#/log/log.server.ts'
import { defineTask, runTask, TaskEnded } from '#/workers/workers.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { checkSize } from './check-file.server.ts'
import type { decodeImage } from './decode-image.server.ts'
import { IMAGE_MAX_EDGE_PIXELS, imageKinds, type ImageKind } from './image-limits.ts'

export const STORED_IMAGE_TYPE = 'image/webp'

/** For a procedure that accepts an image, which `readImage` checks. */
export const imageRule = (kind: ImageKind): UploadRule => ({ maxBytes: imageKinds[kind].maxBytes })

// The largest that programs write take one or two seconds.
const decoding = defineTask<typeof decodeImage>({
  module: '@plinth/core/storage/decode-image.server.ts',
  kind: 'request',
  maxSeconds: 5,
})

export type ReadImage = { bytes: Uint8Array; widthPixels: number; heightPixels: number }

const codes = {
  notAnImage: 'errors:notAnImage',
  tooManyPixels: 'errors:tooManyPixels',
  tooComplex: 'errors:imageTooComplex',
}

/**
 * Converts an uploaded image to the stored format: a WebP, upright, without metadata, scaled down as its kind
 * says. Only the content counts, not the name or the claimed type; a name of SVG is refused, because it
 * promises scripts. It is decoded in a worker process (`runTask`, which may throw limit), one at a time for
 * each `account`. Throws AppError too_large or invalid, field `file`.
 */
export async function readImage(
  { log, signal }: { log: Pick<Log, 'warn'>; signal: AbortSignal },
  file: File,
  { account, kind }: { account: string; kind: ImageKind },
): Promise<ReadImage> {
  const { maxBytes, ...shape } = imageKinds[kind]
  checkSize(file, maxBytes)
  const maxEdgePixels = IMAGE_MAX_EDGE_PIXELS
  const options = { account, log, signal, bytes: file.stream() }
  const image = isNamedSvg(file)
    ? ({ problem: 'notAnImage' } as const)
    : await runTask(decoding, { maxEdgePixels, shape }, options).catch(problemOf)
  if (!('problem' in image)) return image
  const params = image.problem === 'tooManyPixels' ? { maxPixels: maxEdgePixels } : {}
  throw new AppError('invalid', codes[image.problem], { field: 'file', ...params })
}

const isNamedSvg = ({ name, type }: File) => /svg/i.test(type) || /\.svgz?$/i.test(name)

/** A decoder that was killed, as a problem of the image. */
function problemOf(error: unknown): { problem: 'notAnImage' | 'tooComplex' } {
  if (!(error instanceof TaskEnded)) throw error
  return { problem: error.reason === 'crash' ? 'notAnImage' : 'tooComplex' }
}
