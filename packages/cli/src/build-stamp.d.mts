export const BUILD_STAMP: string
export function hashOfSources(): string
export function isBuilt(hash: string): boolean
