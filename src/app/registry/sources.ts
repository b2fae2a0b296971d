import type { FeatureSources } from '#/core/feature.ts'
import { theOnly } from './merged.ts'
import { partsOf } from './parts.ts'

/** The sources that the chat quotes. */
export const sources = theOnly(
  'sources of the chat',
  partsOf(
    import.meta.glob<FeatureSources>('../../features/*/*.sources.{ts,tsx}', {
      eager: true,
      import: 'sources',
    }),
  ),
)
