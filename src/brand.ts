/** What the product is called. With mark.svg the first lines for an owner to change; then `npm run icons`. */
export const brand = {
  name: 'Plinth',
  /** The hue of the accent on pages, in mails and icons, in degrees of OKLCH. Red looks like danger. */
  hue: 185,
}

/** The name in names of metrics and in keys of a Redis that products share. */
export const brandKey = 'plinth'

/** The name in file names. */
export const brandSlug = brand.name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
