export { organizationsRouter } from './server/organizations.router.server.ts'
export { organizationMails } from './server/organization-mails/mails.server.ts'
