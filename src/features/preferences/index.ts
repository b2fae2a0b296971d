export { DisplayFields } from './display-fields.tsx'
export { MailsSection } from './mails-section.tsx'
export { preferencesAccess } from './preferences.access.ts'
