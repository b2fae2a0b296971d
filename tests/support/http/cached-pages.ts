import { globSync } from 'node:fs'

/** The pages that are rendered once per language: the one at / goes with the feature that brings it. */
export const cachedPages = [
  ...(globSync('src/features/*/*.site-page.{ts,tsx}').length > 0 ? ['/'] : []),
  '/login',
]
