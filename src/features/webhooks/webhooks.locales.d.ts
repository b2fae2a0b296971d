import type webhookMails from './server/webhook-mails/locales/en.json'
import type webhooks from './locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    webhooks: typeof webhooks
    'webhook-mails': typeof webhookMails
  }
}
