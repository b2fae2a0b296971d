export const commandNames: readonly string[]
export const commandsOfServers: readonly string[]
export function commandFile(name: string): string
