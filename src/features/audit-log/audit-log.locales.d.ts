import type auditLog from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    'audit-log': typeof auditLog
  }
}
