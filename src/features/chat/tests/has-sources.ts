import { globSync } from 'node:fs'
import path from 'node:path'

const features = path.resolve(import.meta.dirname, '../..')

/** Whether an installed feature has documents that an answer may cite. */
export const hasSources = globSync('*/*.sources.tsx', { cwd: features }).length > 0
