/** The product's name wherever it is shown. The first line that an owner changes. */
export const brand = { name: 'Plinth' }
