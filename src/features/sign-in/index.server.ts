export { signInMails } from './server/sign-in-mails/mails.server.ts'
