import { exportOwnContent } from '@plinth/core/verb/server'
import type { Db } from '@plinth/core/database/server'
import { posts } from './posts.table.server.ts'
import { postFieldColumns } from './read-post.server.ts'

/**
 * The posts that a user wrote, with deleted ones that are still stored. For the data export; the caller has
 * authorized.
 */
export const exportPosts = (db: Db, userId: string) =>
  exportOwnContent(db, userId, {
    table: posts,
    columns: {
      id: posts.id,
      organizationId: posts.organizationId,
      ...postFieldColumns,
      createdAt: posts.createdAt,
      updatedAt: posts.updatedAt,
      deletedAt: posts.deletedAt,
    },
  })
