import { boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { timestamp, user } from '@plinth/core/database/server'

/** Property names are field names of Better Auth's plugin, which a test compares with its schema. */
export const twoFactor = pgTable(
  'two_factor',
  {
    id: text('id').primaryKey(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    verified: boolean('verified').default(true),
    failedVerificationCount: integer('failed_verification_count').default(0),
    lockedUntil: timestamp('locked_until'),
  },
  (table) => [uniqueIndex('two_factor_user_id_uq').on(table.userId)],
)

/** The last 30-second step whose authenticator code was used. Codes of it or earlier are not accepted. */
export const totpUse = pgTable('totp_use', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  step: integer('step').notNull(),
})
