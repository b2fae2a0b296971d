import type profile from './locales/en.json'

declare module '@plinth/core/i18n/keys.ts' {
  interface TranslationResources {
    profile: typeof profile
  }
}
