import type gallery from './locales/en.json'

declare module '@plinth/core/i18n/keys.ts' {
  interface TranslationResources {
    gallery: typeof gallery
  }
}
