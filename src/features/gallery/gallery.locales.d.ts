import type gallery from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    gallery: typeof gallery
  }
}
