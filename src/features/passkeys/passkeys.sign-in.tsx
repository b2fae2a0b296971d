import type { FeatureSignIn } from '@plinth/core/feature'
import { PasskeyButton } from './passkey-sign-in/passkey-button.tsx'

export const signIn: FeatureSignIn = {
  order: 10,
  namespace: 'passkey-sign-in',
  signsUp: false,
  Buttons: PasskeyButton,
}
