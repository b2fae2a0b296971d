import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, timestamp } from '#/core/db/columns.server.ts'

/** The outbox: every mail, written in the transaction of its cause. In local mode it is also the mailbox. */
export const mail = pgTable(
  'mail',
  {
    id: text('id').primaryKey(),
    to: text('to').notNull(),
    language: text('language').notNull(),
    /** Name of the template, for logs and figures. */
    template: text('template').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** Links of the mail in their order, the button's first. */
    links: jsonb('links').$type<string[]>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: createdAt(),
    /** After this moment the mail is of no use (its code or link is over) and is dropped instead of sent. */
    expiresAt: timestamp('expires_at'),
    sentAt: timestamp('sent_at'),
    /** Given up: refused for good, expired, or out of tries. */
    failedAt: timestamp('failed_at'),
  },
  (table) => [
    // What waits or was given up, for the figures of the administration.
    index('mail_unsent_idx')
      .on(table.failedAt)
      .where(sql`${table.sentAt} is null`),
    index('mail_created_at_idx').on(table.createdAt, table.id),
    index('mail_to_idx').on(table.to, table.createdAt),
  ],
)
