import type twoFactor from './locales/en.json'
import type twoFactorSettings from './two-factor-settings/locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    'two-factor': typeof twoFactor
    'two-factor-settings': typeof twoFactorSettings
  }
}
