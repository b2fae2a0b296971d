import { sql, type SQL } from 'drizzle-orm'
import { index, text, type PgColumn } from 'drizzle-orm/pg-core'
import { workspaceCheck, workspaceColumns } from '#/access/workspace.server.ts'
import { createdAt, timestamp, updatedAt } from '#/db/columns.server.ts'
import { tsvector } from '#/db/text-search.server.ts'
import { user } from '#/identity/identity.table.server.ts'

/** The columns of a table of rows that belong to a workspace, beside its own. */
export const rowColumns = {
  id: text('id').primaryKey(),
  ...workspaceColumns,
  /** Null once the creator's account is deleted; the row stays with its organization. */
  createdById: text('created_by_id').references(() => user.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  /** Set when deleted: the row can be restored until the sweep deletes it permanently. */
  deletedAt: timestamp('deleted_at'),
}

/** The words of a row, for the search of its list: `wordsOf` its columns, with weight A for the title. */
export const searchColumn = (words: () => SQL) => tsvector('search').notNull().generatedAlwaysAs(words)

type Indexed = Record<
  'id' | 'organizationId' | 'ownerId' | 'createdById' | 'createdAt' | 'deletedAt',
  PgColumn
> & { search?: PgColumn }

/**
 * The check and the indices of such a table: for its default order, its search, the creator's data export and
 * the deletion of workspaces and accounts. Add one for another order if a workspace has many rows.
 */
export const rowIndices = (name: string, table: Indexed) => [
  workspaceCheck(name, table),
  index(`${name}_organization_idx`)
    .on(table.organizationId, table.createdAt, table.id, table.deletedAt)
    .where(sql`${table.organizationId} is not null`),
  index(`${name}_owner_idx`)
    .on(table.ownerId, table.createdAt, table.id, table.deletedAt)
    .where(sql`${table.ownerId} is not null`),
  index(`${name}_creator_idx`).on(table.createdById, table.createdAt, table.id),
  ...(table.search ? searchIndices(name, { ...table, search: table.search }) : []),
]

const searchIndices = (name: string, table: Required<Indexed>) => [
  // The workspace is part of the index (extension btree_gin), so words of other workspaces cost nothing.
  index(`${name}_organization_search_idx`)
    .using('gin', table.organizationId, table.search)
    .where(sql`${table.organizationId} is not null and ${table.deletedAt} is null`),
  index(`${name}_owner_search_idx`)
    .using('gin', table.ownerId, table.search)
    .where(sql`${table.ownerId} is not null and ${table.deletedAt} is null`),
]
