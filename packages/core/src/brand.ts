export type Brand = {
  /** The product's name wherever it is shown. */
  name: string
  /** The hue of its accent, in degrees of OKLCH. */
  hue: number
  /** The name in names of metrics and in keys of a Redis that products share. */
  key: string
  /** The SVG of its mark, for mails and the plainest error page. */
  mark?: string | undefined
}

let given: Brand | undefined

/** Provides what the product is called. The application and its commands call it before anything else. */
export function provideBrand(brand: Brand): void {
  given = brand
}

/** What the product is called. Throws before `provideBrand`. */
export function getBrand(): Brand {
  if (!given) throw new Error('provideBrand was not called')
  return given
}
