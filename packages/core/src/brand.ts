export type Brand = {
  /** The product's name wherever it is shown. */
  name: string
  /** The address of the public source code, if it has one. */
  repository?: string
}

let given: Brand | undefined

/** Sets what the product is called. The application and its commands call it before anything else. */
export function setBrand(brand: Brand): void {
  given = brand
}

/** What the product is called. Throws before `setBrand`. */
export function getBrand(): Brand {
  if (!given) throw new Error('setBrand was not called')
  return given
}
