import type accountSwitcher from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    'account-switcher': typeof accountSwitcher
  }
}
