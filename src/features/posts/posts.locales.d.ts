import type posts from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    posts: typeof posts
  }
}
