// Emails, queued in the transaction of the change.
export { mailUser, withoutAddress } from '#/auth/mail-user.server.ts'
export { type MailAttachment, mailOutside } from '#/email/mail-outside.server.ts'
export { mailMoment } from '#/email/mail-moment.ts'
export type { Template } from '#/email/mail-template.server.ts'
export { type MailboxEntry, listMailbox } from '#/email/mailbox.server.ts'
export { deliverMail, enqueueMail } from '#/email/send-mail.server.ts'
export { type StuckMail, discardMail, listStuckMails, retryMail } from '#/email/stuck-mails.server.ts'
