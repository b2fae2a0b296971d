import type passkeys from './locales/en.json'
import type passkeySignIn from './passkey-sign-in/locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    passkeys: typeof passkeys
    'passkey-sign-in': typeof passkeySignIn
  }
}
