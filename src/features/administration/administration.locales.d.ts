import type administration from './locales/en.json'
import type administrationMails from './server/administration-mails/locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    administration: typeof administration
    'administration-mails': typeof administrationMails
  }
}
