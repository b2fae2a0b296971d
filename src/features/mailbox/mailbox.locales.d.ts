import type mailbox from './locales/en.json'

declare module '#/core/i18n/keys.ts' {
  interface TranslationResources {
    mailbox: typeof mailbox
  }
}
