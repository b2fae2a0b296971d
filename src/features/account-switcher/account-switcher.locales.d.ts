import type accountSwitcher from './locales/en.json'

declare module '@plinth/core/i18n/keys.ts' {
  interface TranslationResources {
    'account-switcher': typeof accountSwitcher
  }
}
