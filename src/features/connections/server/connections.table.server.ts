import { foreignKey, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, member, timestamp, user } from '@plinth/core/database/server'
import { oauthClient } from './oauth-client.table.server.ts'

/** Apps that users have connected, each to one workspace. Consents and tokens refer to it and end with it. */
export const connections = pgTable(
  'connection',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Null for the owner's personal workspace. */
    organizationId: text('organization_id'),
    clientId: text('client_id')
      .notNull()
      .references(() => oauthClient.clientId, { onDelete: 'cascade' }),
    scopes: text('scopes').array().notNull(),
    /** Where the user was sent with the first code. */
    redirectHost: text('redirect_host').notNull(),
    createdAt: createdAt(),
    /** To the hour. */
    lastUsedAt: timestamp('last_used_at'),
  },
  (table) => [
    // A connection ends with its owner's membership, whatever ends that.
    foreignKey({
      name: 'connection_member_fk',
      columns: [table.organizationId, table.userId],
      foreignColumns: [member.organizationId, member.userId],
    }).onDelete('cascade'),
    unique('connection_app_unique').on(table.userId, table.clientId, table.organizationId).nullsNotDistinct(),
    index('connection_client_idx').on(table.clientId),
    index('connection_created_at_idx').on(table.createdAt),
  ],
)
