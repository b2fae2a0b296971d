/** Where the images of posts are served. The Markdown of a post shows images from here only. */
export const POST_IMAGES_PATH = '/api/files/posts/'

/** The address of an image, with its size: so a page keeps its place before the image arrives. */
export const postImageUrl = ({ id, width, height }: { id: string; width: number; height: number }): string =>
  `${POST_IMAGES_PATH}${id}#${width}x${height}`

/** The ids of the images that a Markdown text may show. */
export function imageIdsIn(content: string): string[] {
  const found = content.matchAll(/\/api\/files\/posts\/([0-9a-z]{24})(?![0-9a-z])/g)
  return [...new Set([...found].map(([, id = '']) => id))]
}
