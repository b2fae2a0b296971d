const MEGABYTE = 1024 * 1024

/** The images that are taken: how large, for the form and the server, and how they are stored. */
export const imageKinds = {
  /** A profile image or a logo: a square. */
  icon: { maxBytes: 2 * MEGABYTE, edgePixels: 512, fit: 'cover' },
  /** In a text or a field. */
  picture: { maxBytes: 8 * MEGABYTE, edgePixels: 2048, fit: 'inside' },
} as const
export type ImageKind = keyof typeof imageKinds

export const IMAGE_MAX_EDGE_PIXELS = 4096
/** For the `accept` of a file field. The server only checks the content. */
export const IMAGE_CONTENT_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
