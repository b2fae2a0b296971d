/** What the product is called, wherever its name is shown. The first line an owner changes. */
export const brand = { name: 'Plinth' }
