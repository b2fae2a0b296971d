import type documents from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    documents: typeof documents
  }
}
