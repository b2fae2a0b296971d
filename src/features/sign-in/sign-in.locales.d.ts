import type signInMails from './server/sign-in-mails/locales/en.json'
import type signIn from './locales/en.json'
import type verifyEmail from './verify-email/locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    'sign-in-mails': typeof signInMails
    'sign-in': typeof signIn
    'verify-email': typeof verifyEmail
  }
}
