import type { FeatureSignIn } from '@plinth/core/feature'
import type { Namespace } from '@plinth/core/texts'
import { named } from '@plinth/core/app'

/** The ways to sign in that features bring other than the password. */
export const signInMethods: readonly FeatureSignIn[] = named(
  import.meta.glob<FeatureSignIn>('../../features/*/*.sign-in.{ts,tsx}', { eager: true, import: 'signIn' }),
)
  .map(({ part }) => part)
  .toSorted((one, other) => one.order - other.order)

/** Namespaces of what they say on a page with this `error` in its URL. */
export const failureNamespaces = (error: string | undefined): Namespace[] =>
  error === undefined ? [] : signInMethods.flatMap(({ failure }) => failure?.namespace ?? [])
