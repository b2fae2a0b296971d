import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, timestamp, user } from '@plinth/core/database/server'
import { file } from '@plinth/core/files/server'

export type ExportStatus = 'running' | 'ready' | 'failed'

/** A data export that a user requested. Its file is deleted after it expires. */
export const accountExport = pgTable(
  'account_export',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    status: text('status').$type<ExportStatus>().notNull().default('running'),
    fileId: text('file_id').references(() => file.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    /** The file can no longer be downloaded after this. Null until it is ready. */
    expiresAt: timestamp('expires_at'),
  },
  (table) => [
    index('account_export_user_idx').on(table.userId, table.createdAt),
    index('account_export_file_idx').on(table.fileId),
    index('account_export_expires_at_idx').on(table.expiresAt),
    // At most one running export per user, also under concurrent requests.
    uniqueIndex('account_export_running_uq')
      .on(table.userId)
      .where(sql`${table.status} = 'running'`),
  ],
)
