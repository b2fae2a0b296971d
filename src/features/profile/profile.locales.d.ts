import type profile from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    profile: typeof profile
  }
}
