import type { Transaction } from '#/db/database.server.ts'
import { digestOf } from '#/identity/digest.server.ts'
import { consumeLimit, perDay } from '#/limits/limits.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { hasControlCharacters } from '#/lib/safe-text.ts'
import { checkedAddress, type MailAddress } from '#/lib/mail-address.ts'
import { enqueueMail, environmentSettings, type MailInput, type MailSettings } from './send-mail.server.ts'

export type MailAttachment = { name: string; contentType: string; content: Uint8Array }

type OutsideMail = MailInput & {
  attachments?: readonly MailAttachment[]
  /** Whom replies reach, such as the organization that sends it; that of MAIL_REPLY_TO by default. */
  replyTo?: MailAddress
}

/** Of one address, whoever sends them: a form must not be a way to flood a stranger. */
const MAILS_PER_DAY = 20
const ATTACHMENTS_MAX = 10
/** Many mail servers refuse messages of 10 MB, and attachments grow by a third on their way. */
const ATTACHED_MAX_BYTES = 7 * 1024 * 1024

/**
 * Writes a mail to somebody who is no user, such as an invoice to a customer, in the caller's transaction.
 * Name and address are in no line of the log (unless SMTP_URL is the word log) and no row of a job, and the
 * mail itself is deleted once it is sent; keep them out of audit entries too. Throws AppError: limit after 20
 * a day to the address, too_large over 7 MB of attachments or 10 of them, invalid as `enqueueMail`. The
 * caller's procedure limits the sender.
 */
export async function mailOutside(
  tx: Transaction,
  { attachments = [], replyTo, ...input }: OutsideMail,
  settings: MailSettings = environmentSettings(),
): Promise<void> {
  const { address } = checkedAddress(input.to)
  const checkedReplyTo = replyTo ? checkedAddress(replyTo) : null
  const bytes = attachments.reduce((sum, { content }) => sum + content.byteLength, 0)
  if (bytes > ATTACHED_MAX_BYTES || attachments.length > ATTACHMENTS_MAX)
    throw new AppError('too_large', 'errors:tooLarge')
  const stored = attachments.map(({ name, contentType, content }) => {
    if (name === '' || hasControlCharacters(name) || !/^[\w.+-]+\/[\w.+-]+$/.test(contentType))
      throw new AppError('invalid', 'errors:invalidText')
    return { name, contentType, content: Buffer.from(content).toString('base64') }
  })
  await consumeLimit(tx, `mail-outside:${digestOf(address.toLowerCase())}`, perDay(MAILS_PER_DAY))
  const outside = {
    attachments: stored.length > 0 ? stored : null,
    replyTo: checkedReplyTo,
    isForgotten: true,
  }
  await enqueueMail(tx, input, { ...settings, outside })
}
