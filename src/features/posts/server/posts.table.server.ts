import { sql, type SQL } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { workspaceCheck, workspaceColumns } from '#/core/access/workspace.server.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import { createdAt, moment, updatedAt } from '#/core/db/columns.server.ts'
import { tsvector, wordsOf } from '#/core/db/text-search.server.ts'

export const posts = pgTable(
  'post',
  {
    id: text('id').primaryKey(),
    ...workspaceColumns,
    /** Null once the creator's account is gone; the post stays with its organization. */
    createdById: text('created_by_id').references(() => user.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    /** Markdown. */
    content: text('content').notNull(),
    /** The beginning of the content without its markup, for lists. */
    excerpt: text('excerpt').notNull(),
    search: tsvector('search')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`${wordsOf(posts.title, 'A')} || ${wordsOf(posts.content, 'B')}`),
    /** Given by the client, unique per creator: a retried create finds the first one's post. */
    idempotencyKey: text('idempotency_key'),
    /**
     * What was asked under that key, as a hash: the post itself may have been edited before the retry comes.
     */
    idempotencyDigest: text('idempotency_digest'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Set: deleted, and can be brought back until the sweep removes it for good. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    workspaceCheck('post', table),
    index('post_organization_idx')
      .on(table.organizationId, table.createdAt.desc(), table.id.desc())
      .where(sql`${table.organizationId} is not null and ${table.deletedAt} is null`),
    index('post_owner_idx')
      .on(table.ownerId, table.createdAt.desc(), table.id.desc())
      .where(sql`${table.ownerId} is not null and ${table.deletedAt} is null`),
    // The workspace stands in the index itself (extension btree_gin): a word that is frequent elsewhere costs
    // nothing here.
    index('post_organization_search_idx')
      .using('gin', table.organizationId, table.search)
      .where(sql`${table.organizationId} is not null and ${table.deletedAt} is null`),
    index('post_owner_search_idx')
      .using('gin', table.ownerId, table.search)
      .where(sql`${table.ownerId} is not null and ${table.deletedAt} is null`),
    uniqueIndex('post_idempotency_uq').on(table.createdById, table.idempotencyKey),
  ],
)
