import type preferences from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    preferences: typeof preferences
  }
}
