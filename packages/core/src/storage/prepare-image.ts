import type { ImageKind } from './image-limits.ts'
import type { ImageProblem } from './scale-image.ts'

/**
 * Returns the file to upload for a chosen image: itself where the server takes it, otherwise a copy under the
 * same name that is upright, scaled down and in a format that the server takes. A photo of any size is valid;
 * the limit of bytes is for what this browser can't read. Browser only.
 */
export async function prepareImage(
  file: File,
  kind: ImageKind,
): Promise<{ file: File } | { problem: ImageProblem }> {
  const { scaleImage } = await import('./scale-image.ts')
  return scaleImage(file, kind)
}
