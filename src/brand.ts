import type { Brand } from '@plinth/core/brand.ts'

/** What the product is called. The first lines for an owner to change. */
export const brand: Brand = { name: 'Plinth' }

/** The name in file names. */
export const brandSlug = brand.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
