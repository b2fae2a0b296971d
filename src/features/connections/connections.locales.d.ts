import type connections from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    connections: typeof connections
  }
}
