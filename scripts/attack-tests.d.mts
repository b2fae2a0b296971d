export function attackTests(): string[]
