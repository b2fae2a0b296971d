import type { FeatureSignIn } from '#/core/feature.ts'
import { named } from './named.ts'

/** The ways to sign in that features bring beside the password. */
export const signInMethods = named(
  import.meta.glob<FeatureSignIn>('../../features/*/*.sign-in.{ts,tsx}', { eager: true, import: 'signIn' }),
)
  .map(({ part }) => part)
  .toSorted((one, other) => one.order - other.order)
