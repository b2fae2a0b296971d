import { sql } from 'drizzle-orm'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { user } from './identity.table.server.ts'

/** The user's own settings. Without a row all are defaults. */
export const userPreference = pgTable('user_preference', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** In the format of `formatDisplay`; null until chosen. */
  display: text('display'),
  /** The kinds of mail that the user has turned off: names of `optionalMails`. */
  mutedMails: jsonb('muted_mails')
    .$type<string[]>()
    .notNull()
    .default(sql`'[]'::jsonb`),
})
