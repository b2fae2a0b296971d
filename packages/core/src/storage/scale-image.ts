import { IMAGE_CONTENT_TYPES, IMAGE_MAX_EDGE_PIXELS, imageKinds, type ImageKind } from './image-limits.ts'
import { sizeProblem } from './size-problem.ts'

export type ImageProblem = {
  code: 'errors:notAnImage' | 'errors:heic' | 'errors:fileTooLarge' | 'errors:emptyFile'
  params: Record<string, number>
}

/** The longest edge of an image that was scaled down; the server keeps no larger one. */
const SCALED_EDGE_PIXELS = 2048
const SMALLEST_EDGE_PIXELS = 256
const QUALITY = 0.85

/** See `prepareImage`, which loads this. */
export async function scaleImage(
  file: File,
  kind: ImageKind,
): Promise<{ file: File } | { problem: ImageProblem }> {
  const { maxBytes } = imageKinds[kind]
  const problem = (code: ImageProblem['code']) => ({ problem: { code, params: {} } })
  // A copy of an animation would be its first picture, and drawings can hold scripts.
  if (/gif|svg/i.test(file.type)) return problem('errors:notAnImage')
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!picture) {
    if (/hei[cf]/i.test(file.type) || /\.hei[cf]$/i.test(file.name)) return problem('errors:heic')
    const wrongSize = sizeProblem(file, maxBytes)
    return wrongSize ? { problem: wrongSize } : problem('errors:notAnImage')
  }
  try {
    const longest = Math.max(picture.width, picture.height)
    const isTaken = (IMAGE_CONTENT_TYPES as readonly string[]).includes(file.type)
    if (isTaken && file.size <= maxBytes && longest <= IMAGE_MAX_EDGE_PIXELS) return { file }
    for (let edge = Math.min(longest, SCALED_EDGE_PIXELS); ; edge = Math.floor(edge / 2)) {
      const bytes = await draw(picture, edge / longest)
      if (bytes && bytes.size <= maxBytes) return { file: new File([bytes], file.name, { type: bytes.type }) }
      if (edge < SMALLEST_EDGE_PIXELS) return problem('errors:notAnImage')
    }
  } finally {
    picture.close()
  }
}

/** WebP; where the browser can't write it, JPEG on white. */
async function draw(picture: ImageBitmap, scale: number): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const webp = await encode(canvas, 'image/webp')
  if (webp?.type === 'image/webp') return webp
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return encode(canvas, 'image/jpeg')
}

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob | undefined> =>
  new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), type, QUALITY))
