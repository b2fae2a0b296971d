import type api from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    api: typeof api
  }
}
