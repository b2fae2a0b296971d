import type documents from './locales/en.json'

declare module '#/core/i18n/keys.ts' {
  interface TranslationResources {
    documents: typeof documents
  }
}
