/** A product's name, and how it is spelled in packages and paths, in metrics and in variables. */
export type ProductName = { name: string; kebab: string; snake: string; upper: string }
export function productName(name: string): ProductName
export function renameText(text: string, from: ProductName, to: ProductName): string
