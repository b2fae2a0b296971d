import type mailbox from './locales/en.json'

declare module '@plinth/core/i18n/keys.ts' {
  interface TranslationResources {
    mailbox: typeof mailbox
  }
}
