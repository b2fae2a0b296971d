import { existsSync } from 'node:fs'

/** The pages that are rendered once per language: the one at / goes with the feature that brings it. */
export const cachedPages = [...(existsSync('src/routes/_public/index.tsx') ? ['/'] : []), '/login']
