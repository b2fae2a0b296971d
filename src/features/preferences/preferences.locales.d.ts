import type preferences from './locales/en.json'

declare module '@plinth/core/i18n/keys.ts' {
  interface TranslationResources {
    preferences: typeof preferences
  }
}
