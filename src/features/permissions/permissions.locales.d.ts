import type permissions from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    permissions: typeof permissions
  }
}
