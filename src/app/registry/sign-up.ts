import type { FeatureSignUp } from '#/core/feature.ts'
import { theOnly } from './merged.ts'
import { named } from './named.ts'

/** The field that a feature brings to the sign-up page, if one does. */
export const signUpImage = theOnly(
  'a field of the sign-up page',
  named(
    import.meta.glob<FeatureSignUp>('../../features/*/*.sign-up.{ts,tsx}', { eager: true, import: 'signUp' }),
  ),
)
