import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { user } from '#/core/identity/identity.table.server.ts'
import { timestamp } from '#/core/db/columns.server.ts'

const owner = () =>
  text('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' })

/** The last 30-second step whose authenticator code was used. Codes of it or earlier are not accepted. */
export const totpUse = pgTable('totp_use', {
  userId: owner().primaryKey(),
  step: integer('step').notNull(),
})

/**
 * The devices a user has signed in from: a digest of browser, system and network. A sign-in from a new one
 * sends a mail.
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
