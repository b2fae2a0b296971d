import type account from './locales/en.json'
import type accountMails from './server/account-mails/locales/en.json'

declare module '@plinth/core/i18n/keys.ts' {
  interface TranslationResources {
    account: typeof account
    'account-mails': typeof accountMails
  }
}
