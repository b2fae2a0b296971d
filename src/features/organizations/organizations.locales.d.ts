import type organizations from './locales/en.json'
import type organizationMails from './server/organization-mails/locales/en.json'

declare module '@plinth/core/texts' {
  interface TranslationResources {
    organizations: typeof organizations
    'organization-mails': typeof organizationMails
  }
}
