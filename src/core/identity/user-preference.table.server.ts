import { sql } from 'drizzle-orm'
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { user } from './identity.table.server.ts'

/** What a person has chosen for themselves; who has no row has chosen nothing. */
export const userPreference = pgTable('user_preference', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** As `formatDisplay` writes it; null until chosen. */
  display: text('display'),
  /** Kinds of mail the person does not want: names of `optionalMails`. */
  mutedMails: jsonb('muted_mails')
    .$type<string[]>()
    .notNull()
    .default(sql`'[]'::jsonb`),
})
