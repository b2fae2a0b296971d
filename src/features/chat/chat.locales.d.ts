import type chat from './locales/en.json'
import type builtIn from './server/built-in/locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    chat: typeof chat
    'built-in': typeof builtIn
  }
}
