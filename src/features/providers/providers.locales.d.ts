import type providers from './locales/en.json'
import type providerSignIn from './provider-sign-in/locales/en.json'
import type providersMails from './server/providers-mails/locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    providers: typeof providers
    'provider-sign-in': typeof providerSignIn
    'providers-mails': typeof providersMails
  }
}
