import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { workspaceCheck, workspaceColumns } from '#/access/workspace.server.ts'
import { createdAt, timestamp } from '#/db/columns.server.ts'
import { user } from '#/identity/identity.table.server.ts'
import { file } from '#/storage/file.table.server.ts'

/** The purpose of these files, which only members who may read their row get. */
export const ATTACHMENT = 'attachment'

/** A file that a member has uploaded for a field of a row, which may not be written yet. */
export const attachments = pgTable(
  'attachment',
  {
    fileId: text('file_id')
      .primaryKey()
      .references(() => file.id),
    ...workspaceColumns,
    createdById: text('created_by_id').references(() => user.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: ['file', 'image'] }).notNull(),
    /** As its user called it: one line, without a path. */
    name: text('name').notNull(),
    createdAt: createdAt(),
    /** When it was uploaded, or a row that has it or had it was last written. */
    usedAt: timestamp('used_at').notNull().defaultNow(),
  },
  (table) => [
    workspaceCheck('attachment', table),
    index('attachment_organization_idx').on(table.organizationId),
    index('attachment_owner_idx').on(table.ownerId),
    index('attachment_creator_idx').on(table.createdById),
    index('attachment_used_idx').on(table.usedAt),
  ],
)
