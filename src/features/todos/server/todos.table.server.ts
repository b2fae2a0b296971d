import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgSequence, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, timestamp, user, workspaceCheck, workspaceColumns } from '@plinth/core/database/server'

export const todoVersion = pgSequence('todo_version')

export const todos = pgTable(
  'todo',
  {
    id: text('id').primaryKey(),
    ...workspaceColumns,
    createdById: text('created_by_id').references(() => user.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    completed: boolean('completed').notNull().default(false),
    /**
     * From the sequence todo_version, taken while the workspace is locked, so versions become visible in
     * order.
     */
    version: bigint('version', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
    /** Set when deleted. The row stays for a month, so that offline browsers learn of the deletion. */
    deletedAt: timestamp('deleted_at'),
  },
  (table) => [
    workspaceCheck('todo', table),
    index('todo_organization_idx')
      .on(table.organizationId, table.version)
      .where(sql`${table.organizationId} is not null`),
    index('todo_owner_idx')
      .on(table.ownerId, table.version)
      .where(sql`${table.ownerId} is not null`),
    index('todo_creator_idx').on(table.createdById),
    index('todo_deleted_idx')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null`),
  ],
)
