import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { MailAddress } from '#/lib/mail-address.ts'
import { createdAt, timestamp } from '#/db/columns.server.ts'

export type StoredAttachment = { name: string; contentType: string; content: string }

/** The outbox: every mail, written in the transaction of its cause. In local mode it is also the mailbox. */
export const mail = pgTable(
  'mail',
  {
    id: text('id').primaryKey(),
    to: text('to').notNull(),
    language: text('language').notNull(),
    /** Name of the template, for logs and statistics. */
    template: text('template').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** Links of the mail in their order, the button's first. */
    links: jsonb('links').$type<string[]>().notNull(),
    /** Base64. Null without any. */
    attachments: jsonb('attachments').$type<StoredAttachment[]>(),
    /** Where replies go; null for MAIL_REPLY_TO. */
    replyTo: jsonb('reply_to').$type<Required<MailAddress>>(),
    /** The row goes once the mail is sent: its recipient is no user and can't ask what is kept. */
    isForgotten: boolean('is_forgotten').notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: createdAt(),
    /** When its code or link expires; after that the mail is dropped instead of sent. */
    expiresAt: timestamp('expires_at'),
    sentAt: timestamp('sent_at'),
    /** Given up: rejected permanently, expired, or out of attempts. */
    failedAt: timestamp('failed_at'),
  },
  (table) => [
    // Pending and failed mails, for the statistics of the administration.
    index('mail_unsent_idx')
      .on(table.failedAt)
      .where(sql`${table.sentAt} is null`),
    index('mail_created_at_idx').on(table.createdAt, table.id),
    index('mail_to_idx').on(table.to, table.createdAt),
  ],
)
