import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { user } from '#/core/identity/identity.table.server.ts'
import { createdAt } from '#/core/db/columns.server.ts'

/**
 * A stored file. The bytes lie in the storage driver under `id`; what is served is decided by this row, never
 * by the bytes' own name.
 */
export const file = pgTable(
  'file',
  {
    id: text('id').primaryKey(),
    /** `profile-image`: anyone who has the address may see it. Each purpose says in its slice who may. */
    purpose: text('purpose').notNull(),
    uploadedById: text('uploaded_by_id').references(() => user.id, { onDelete: 'set null' }),
    contentType: text('content_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('file_uploaded_by_idx').on(table.uploadedById, table.createdAt)],
)
