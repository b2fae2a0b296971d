import type { FeatureSignIn } from '@plinth/core/feature'
import { ProviderButtons } from './provider-sign-in/provider-buttons.tsx'
import { ProviderFailure } from './provider-sign-in/provider-failure.tsx'
import { isAnyShown } from './providers.ts'

export const signIn: FeatureSignIn = {
  order: 20,
  namespace: 'provider-sign-in',
  signsUp: true,
  isShown: ({ providers }) => isAnyShown(providers),
  Buttons: ProviderButtons,
  failure: { namespace: 'providers', Notice: ProviderFailure },
}
