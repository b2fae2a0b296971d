import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { user } from '#/identity/identity.table.server.ts'
import { timestamp } from '#/db/columns.server.ts'

/**
 * The devices a user has signed in from: a digest of browser, system and network. A sign-in from a new one
 * sends a mail.
 */
export const knownDevice = pgTable(
  'known_device',
  {
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    device: text('device').notNull(),
    lastSeenAt: timestamp('last_seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.device] })],
)
