import type twoFactor from './locales/en.json'

declare module '#/core/i18n/keys.ts' {
  interface TranslationResources {
    'two-factor': typeof twoFactor
  }
}
