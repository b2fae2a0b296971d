import type signInMails from './server/sign-in-mails/locales/en.json'
import type signIn from './locales/en.json'

declare module '#/core/i18n/keys.ts' {
  interface TranslationResources {
    'sign-in-mails': typeof signInMails
    'sign-in': typeof signIn
  }
}
