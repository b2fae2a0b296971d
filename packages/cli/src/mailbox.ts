// npm run mailbox [-- EMAIL]: prints the latest mails, the newest last. They have links that sign in, which
// whoever may run commands here could make anyway.
import './load-env.ts'
import { listMailbox } from '@plinth/core/internal/email/mailbox.server.ts'
import { withDatabase } from './with-database.ts'

const PRINTED = 10

const [to] = process.argv.slice(2)
const mails = await withDatabase(({ db }) => listMailbox(db, { ...(to && { to }), limit: PRINTED }))
for (const mail of mails.toReversed())
  console.log(
    `${mail.createdAt.toISOString()}  ${mail.to}\n${mail.subject}\n\n${mail.text}${attachedTo(mail)}\n${'-'.repeat(60)}`,
  )
if (mails.length === 0) console.log(to ? `There is no mail to ${to}.` : 'There is no mail.')

function attachedTo({ attachments }: { attachments: readonly string[] }): string {
  return attachments.length > 0 ? `\n[${attachments.join(', ')}]` : ''
}
