export function isTestFile(file: string): boolean
