export { DisplayFields } from './ui/display-fields.tsx'
export { MailsSection } from './ui/mails-section.tsx'
