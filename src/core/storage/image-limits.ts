/** What an uploaded picture may be; the form says so before the server has to. */
export const IMAGE_MAX_BYTES = 2 * 1024 * 1024
export const IMAGE_MAX_EDGE_PIXELS = 4096
/** For the `accept` of a file field. The server goes by the content alone. */
export const IMAGE_CONTENT_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
