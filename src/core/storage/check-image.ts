import { IMAGE_CONTENT_TYPES, IMAGE_MAX_BYTES, IMAGE_MAX_EDGE_PIXELS } from './image-limits.ts'

type ImageProblem = { reason: 'notAnImage' | 'tooLarge' | 'tooManyPixels'; params: Record<string, number> }

/**
 * Returns why the server would reject an image, from what the browser can check before the upload; undefined
 * if valid.
 */
export async function checkImage(file: File, maxBytes = IMAGE_MAX_BYTES): Promise<ImageProblem | undefined> {
  if (!(IMAGE_CONTENT_TYPES as readonly string[]).includes(file.type))
    return { reason: 'notAnImage', params: {} }
  if (file.size > maxBytes) return { reason: 'tooLarge', params: { maxMegabytes: maxBytes / 1024 / 1024 } }
  try {
    const picture = await createImageBitmap(file)
    const isTooLarge = Math.max(picture.width, picture.height) > IMAGE_MAX_EDGE_PIXELS
    picture.close()
    return isTooLarge ? { reason: 'tooManyPixels', params: { maxPixels: IMAGE_MAX_EDGE_PIXELS } } : undefined
  } catch {
    return { reason: 'notAnImage', params: {} }
  }
}
