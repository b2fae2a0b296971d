import type connections from './locales/en.json'

declare module '#/core/i18n/keys.ts' {
  interface TranslationResources {
    connections: typeof connections
  }
}
