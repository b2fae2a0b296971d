import type account from './locales/en.json'
import type accountMails from './server/account-mails/locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    account: typeof account
    'account-mails': typeof accountMails
  }
}
