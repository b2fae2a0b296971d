import type { FeatureSitePage } from '#/core/feature.ts'
import { theOnly } from './merged.ts'
import { named } from './named.ts'

/** The page at /. */
export const sitePage = theOnly(
  'a page at /',
  named(
    import.meta.glob<FeatureSitePage>('../../features/*/*.site-page.{ts,tsx}', {
      eager: true,
      import: 'sitePage',
    }),
  ),
)
