/** The product's name wherever it is shown. The first line for an owner to change. */
export const brand: {
  name: string
  /** The address of the public source code. The home page links to it and to its `docs` when it is set. */
  repository?: string
} = { name: 'Plinth' }
