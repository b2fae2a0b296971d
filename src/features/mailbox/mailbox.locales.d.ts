import type mailbox from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    mailbox: typeof mailbox
  }
}
