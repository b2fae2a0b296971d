export const coreOrder: readonly string[]
export function packageFile(name: string, entry: string): string
