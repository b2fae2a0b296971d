import type home from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    home: typeof home
  }
}
