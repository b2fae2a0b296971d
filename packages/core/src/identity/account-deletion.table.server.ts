import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { user } from '#/identity/identity.table.server.ts'
import { timestamp } from '#/db/columns.server.ts'

/** An account that is scheduled for deletion. Canceling deletes the row. */
export const accountDeletion = pgTable(
  'account_deletion',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    requestedAt: timestamp('requested_at').notNull().defaultNow(),
    scheduledFor: timestamp('ends_at').notNull(),
    /** SHA-256 of the token in the mailed link that cancels the deletion. */
    cancelDigest: text('undo_digest').notNull().unique(),
  },
  (table) => [index('account_deletion_ends_at_idx').on(table.scheduledFor)],
)
