import type todos from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    todos: typeof todos
  }
}
