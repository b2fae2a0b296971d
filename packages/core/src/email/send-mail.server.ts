import { and, eq, isNull, sql } from 'drizzle-orm'
import { user } from '#/identity/identity.table.server.ts'
import { userPreference } from '#/identity/user-preference.table.server.ts'
import type { Transaction } from '#/db/database.server.ts'
import { getEnv } from '#/env/env.server.ts'
import { defineJob, enqueueJob, type JobRef } from '#/jobs/jobs.server.ts'
import { createId } from '#/lib/create-id.ts'
import { composeMail, type MailMessage } from './compose-mail.server.ts'
import { checkedAddress, type MailAddress } from '#/lib/mail-address.ts'
import { mail } from './mail.table.server.ts'
import { optionalMails } from './optional-mails.ts'
import type { TemplateName } from './mail-template.server.ts'

export type MailInput = { to: MailAddress } & MailMessage

/** What only `mailOutside` sets. */
export type OutsidePart = Pick<typeof mail.$inferSelect, 'attachments' | 'replyTo' | 'isForgotten'>

export type MailSettings = {
  /** Origin of the links in mails. */
  appUrl: string
  /** False in local mode without SMTP_URL: the mail then stays in the mailbox and counts as sent at once. */
  isDelivered: boolean
}

/** The job that sends one mail of the outbox; `createMailer` defines it. */
export const deliverMail: JobRef<{ mailId: string }> = { name: 'deliver-mail' }

/**
 * The same without SMTP_URL: a mail stays in the mailbox as sent. Where that is the word log, the log has the
 * whole mail, with links that sign in: whoever reads the log was chosen for that by this setting.
 */
export const keepMail = ({ logsMail }: { logsMail: boolean }) =>
  defineJob<{ mailId: string }>({
    name: deliverMail.name,
    async handler({ db, log }, { mailId }) {
      const [kept] = await db
        .update(mail)
        .set({ sentAt: sql`now()`, failedAt: null })
        .where(and(eq(mail.id, mailId), isNull(mail.sentAt)))
        .returning({ to: mail.to, template: mail.template, subject: mail.subject, text: mail.text })
      if (kept && logsMail) log.warn({ mailId, ...kept }, 'a mail was not sent, because SMTP_URL is log')
    },
  })

/**
 * Writes a mail and the job that delivers it in the caller's transaction: a rollback leaves neither. Skips
 * mails that the recipient has turned off. Any verb may call it. Throws AppError invalid when the recipient
 * is not exactly one address or contains a line break. `settings` default to those of the environment.
 */
export async function enqueueMail(
  tx: Transaction,
  input: MailInput,
  { outside, ...settings }: MailSettings & { outside?: OutsidePart } = environmentSettings(),
): Promise<void> {
  const { address } = checkedAddress(input.to)
  if (await isTurnedOff(tx, address, input.template)) return
  const { subject, html, text, links, validForMinutes } = await composeMail(input, settings.appUrl)
  const id = createId()
  const { template, language } = input
  const sentAt = settings.isDelivered ? null : sql`now()`
  const expiresAt =
    validForMinutes === undefined ? null : sql`now() + make_interval(mins => ${validForMinutes})`
  await tx.insert(mail).values({
    id,
    to: address,
    language,
    template,
    subject,
    text,
    html,
    links,
    expiresAt,
    sentAt,
    ...outside,
  })
  if (settings.isDelivered) await enqueueJob(tx, deliverMail, { data: { mailId: id } })
}

const canBeTurnedOff = (template: TemplateName) => optionalMails.some((kind) => kind === template)

async function isTurnedOff(tx: Transaction, address: string, template: TemplateName): Promise<boolean> {
  if (!canBeTurnedOff(template)) return false
  const [row] = await tx
    .select({ userId: user.id })
    .from(user)
    .innerJoin(userPreference, eq(userPreference.userId, user.id))
    .where(
      and(
        eq(user.email, address.toLowerCase()),
        sql`${userPreference.mutedMails} @> ${JSON.stringify([template])}::jsonb`,
      ),
    )
  return row !== undefined
}

export function environmentSettings(): MailSettings {
  const env = getEnv()
  return { appUrl: env.APP_URL, isDelivered: env.SMTP_URL !== undefined || env.logsMail }
}
