import { existsSync } from 'node:fs'

/**
 * Whether tests that need this program are skipped: it is not installed, and this is not CI, where they fail.
 * `CI` that is set but empty is not CI.
 */
export const isMissing = (program: string): boolean => !existsSync(program) && !process.env.CI
