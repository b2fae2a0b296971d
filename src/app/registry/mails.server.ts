import { accountMails } from '#/features/account/index.server.ts'
import { administrationMails } from '#/features/administration/index.server.ts'
import { organizationMails } from '#/features/organizations/index.server.ts'
import { signInMails } from '#/features/sign-in/index.server.ts'

/** Every kind of mail; a new one is a template of its slice and a line here. */
export const mails = { ...signInMails, ...accountMails, ...organizationMails, ...administrationMails }

type Mails = typeof mails

declare module '#/core/email/mail-template.server.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- its members are those of mails
  interface MailTemplates extends Mails {}
}
