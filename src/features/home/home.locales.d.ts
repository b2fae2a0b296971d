import type home from './locales/en.json'
import type showcase from './ui/showcase/locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    home: typeof home
    showcase: typeof showcase
  }
}
