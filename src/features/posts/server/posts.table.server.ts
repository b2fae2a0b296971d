import { sql, type SQL } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  createdAt,
  timestamp,
  tsvector,
  updatedAt,
  user,
  wordsOf,
  workspaceCheck,
  workspaceColumns,
} from '@plinth/core/database/server'
import { file } from '@plinth/core/files/server'

export const posts = pgTable(
  'post',
  {
    id: text('id').primaryKey(),
    ...workspaceColumns,
    /** Null once the creator's account is deleted; the post stays with its organization. */
    createdById: text('created_by_id').references(() => user.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    /** Markdown. */
    content: text('content').notNull(),
    /** The content as pages show it, a MarkdownTree as JSON; null until a job has parsed it. */
    contentTree: text('content_tree'),
    /** The content without markup, for search; null with the tree. */
    contentText: text('content_text'),
    /** The start of the content without markup, for lists. */
    excerpt: text('excerpt').notNull(),
    /** The images of the workspace that the content shows. */
    imageIds: text('image_ids').array().notNull().default([]),
    search: tsvector('search')
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`${wordsOf(posts.title, 'A')} || ${wordsOf(sql`coalesce(${posts.contentText}, ${posts.content})`, 'B')}`,
      ),
    /** From the client, unique per creator: a retry finds the post of the first call. */
    idempotencyKey: text('idempotency_key'),
    /** A hash of the input of that call, because the post may have been edited before the retry. */
    idempotencyDigest: text('idempotency_digest'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Set when deleted: it can be restored until the sweep deletes it permanently. */
    deletedAt: timestamp('deleted_at'),
  },
  (table) => [
    workspaceCheck('post', table),
    // With deleted posts, for the deletion of the workspace.
    index('post_organization_idx')
      .on(table.organizationId, table.createdAt, table.id, table.deletedAt)
      .where(sql`${table.organizationId} is not null`),
    index('post_owner_idx')
      .on(table.ownerId, table.createdAt, table.id, table.deletedAt)
      .where(sql`${table.ownerId} is not null`),
    // The workspace is part of the index (extension btree_gin), so words of other workspaces cost nothing.
    index('post_organization_search_idx')
      .using('gin', table.organizationId, table.search)
      .where(sql`${table.organizationId} is not null and ${table.deletedAt} is null`),
    index('post_owner_search_idx')
      .using('gin', table.ownerId, table.search)
      .where(sql`${table.ownerId} is not null and ${table.deletedAt} is null`),
    // For the job that parses.
    index('post_content_tree_idx')
      .on(table.id)
      .where(sql`${table.contentTree} is null`),
    index('post_image_ids_idx').using('gin', table.imageIds),
    uniqueIndex('post_idempotency_uq').on(table.createdById, table.idempotencyKey),
  ],
)

/** The purpose of the files of posts, which only members of the workspace get. */
export const POST_IMAGE = 'post-image'

/** An image that a member has uploaded for a post, which may not be written yet. */
export const postImages = pgTable(
  'post_image',
  {
    fileId: text('file_id')
      .primaryKey()
      .references(() => file.id),
    ...workspaceColumns,
    createdById: text('created_by_id').references(() => user.id, { onDelete: 'set null' }),
    /** When it was uploaded, or a post that shows it was last saved. */
    usedAt: timestamp('used_at').notNull().defaultNow(),
  },
  (table) => [
    workspaceCheck('post_image', table),
    index('post_image_organization_idx').on(table.organizationId),
    index('post_image_owner_idx').on(table.ownerId),
    index('post_image_creator_idx').on(table.createdById),
  ],
)
