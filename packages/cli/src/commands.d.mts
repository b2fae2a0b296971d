export const commandNames: readonly string[]
export function commandFile(name: string): string
