import type permissions from './locales/en.json'

declare module '@plinth/core/i18n/keys.ts' {
  interface TranslationResources {
    permissions: typeof permissions
  }
}
