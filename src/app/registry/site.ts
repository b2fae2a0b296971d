import type { FeatureSite } from '#/core/feature.ts'
import { theOnly } from './merged.ts'
import { named } from './named.ts'

/** The header of the page at /. */
export const site = theOnly(
  'a header of the page at /',
  named(import.meta.glob<FeatureSite>('../../features/*/*.site.{ts,tsx}', { eager: true, import: 'site' })),
)
