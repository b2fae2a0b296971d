import type auditLog from './locales/en.json'

declare module '@plinth/core/i18n/keys.ts' {
  interface TranslationResources {
    'audit-log': typeof auditLog
  }
}
