import { foreignKey, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, member, timestamp, user } from '@plinth/core/database/server'

/** Keys with which programs call the API for their owner, in one workspace. */
export const apiKeys = pgTable(
  'api_key',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Null for the owner's personal workspace. */
    organizationId: text('organization_id'),
    name: text('name').notNull(),
    /** The SHA-256 of the key, which is stored nowhere. */
    digest: text('digest').notNull().unique(),
    /** The end of the key, so that its owner can tell which one it is. */
    hint: text('hint').notNull(),
    scopes: text('scopes').array().notNull(),
    createdAt: createdAt(),
    expiresAt: timestamp('expires_at').notNull(),
    /** To the hour. */
    lastUsedAt: timestamp('last_used_at'),
  },
  (table) => [
    // A key ends with its owner's membership, whatever ends that.
    foreignKey({
      name: 'api_key_member_fk',
      columns: [table.organizationId, table.userId],
      foreignColumns: [member.organizationId, member.userId],
    }).onDelete('cascade'),
    index('api_key_user_idx').on(table.userId),
    index('api_key_expiry_idx').on(table.expiresAt),
  ],
)
