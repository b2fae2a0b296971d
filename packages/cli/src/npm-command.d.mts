export function npmCommand(): [program: string, ...args: string[]]
