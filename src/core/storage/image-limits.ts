/** The limits of uploaded images, checked by the form and by the server. A feature may allow more bytes. */
export const IMAGE_MAX_BYTES = 2 * 1024 * 1024
export const IMAGE_MAX_EDGE_PIXELS = 4096
/** For the `accept` of a file field. The server only checks the content. */
export const IMAGE_CONTENT_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
