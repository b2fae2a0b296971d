import type billingMails from './server/billing-mails/locales/en.json'
import type billing from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    billing: typeof billing
    'billing-mails': typeof billingMails
  }
}
