import type pitch from './locales/en.json'
import type showcase from './ui/showcase/locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    pitch: typeof pitch
    showcase: typeof showcase
  }
}
