import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { user } from '#/identity/identity.table.server.ts'
import { createdAt } from '#/db/columns.server.ts'

/** A stored file. Its bytes are in the storage driver under `id`; this row decides who gets them and how. */
export const file = pgTable(
  'file',
  {
    id: text('id').primaryKey(),
    /**
     * Such as `profile-image`, which anyone with the URL may see. A feature decides access for its purposes.
     */
    purpose: text('purpose').notNull(),
    uploadedById: text('uploaded_by_id').references(() => user.id, { onDelete: 'set null' }),
    contentType: text('content_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('file_uploaded_by_idx').on(table.uploadedById, table.createdAt)],
)
