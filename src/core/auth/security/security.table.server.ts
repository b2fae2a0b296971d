import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { user } from '#/core/identity/identity.table.server.ts'
import { timestamp } from '#/core/db/columns.server.ts'

const owner = () =>
  text('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' })

/** The last 30-second step whose authenticator code was used: no code works twice, and none that is older. */
export const totpUse = pgTable('totp_use', {
  userId: owner().primaryKey(),
  step: integer('step').notNull(),
})

/**
 * From where a user has signed in before: a digest of browser, system and network. What is not here is
 * worth a mail.
 */
export const knownDevice = pgTable(
  'known_device',
  {
    userId: owner(),
    device: text('device').notNull(),
    lastSeenAt: timestamp('last_seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.device] })],
)
