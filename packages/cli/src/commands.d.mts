export const commandNames: readonly string[]
export const commandsOfServers: readonly string[]
export const isOfServer: (name: string | undefined) => boolean
export function commandFile(name: string): string
