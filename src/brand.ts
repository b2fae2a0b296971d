/** What the product is called. The first lines for an owner to change. */
export const brand: {
  name: string
  /** The address of the public source code. The home page links to it and to its `docs` when it is set. */
  repository?: string
} = { name: 'Plinth' }

/** The name in names of metrics and in keys of a Redis that products share. */
export const brandKey = 'plinth'

/** The name in file names. */
export const brandSlug = brand.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
