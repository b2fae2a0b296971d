import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { user } from '#/core/identity/identity.table.server.ts'
import { createdAt, timestamp } from '#/core/db/columns.server.ts'
import { file } from '#/core/storage/file.table.server.ts'

export type ExportStatus = 'running' | 'ready' | 'failed'

/** A copy of all a user has here, asked for by them. Its file is gone once its time is over. */
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
    /** From then on nobody gets the file any more. Null until it is ready. */
    expiresAt: timestamp('expires_at'),
  },
  (table) => [
    index('account_export_user_idx').on(table.userId, table.createdAt),
    index('account_export_file_idx').on(table.fileId),
    index('account_export_expires_at_idx').on(table.expiresAt),
    // However often it is asked for at once, one is made.
    uniqueIndex('account_export_running_uq')
      .on(table.userId)
      .where(sql`${table.status} = 'running'`),
  ],
)
