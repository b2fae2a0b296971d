import { and, asc, isNull, sql } from 'drizzle-orm'
import { isOwnContent } from '#/core/access/own-content.server.ts'
import type { Db } from '#/core/db/database.server.ts'
import { posts } from './posts.table.server.ts'
import { postFieldColumns } from './read-post.server.ts'

const BATCH = 200

/**
 * The posts that a user wrote, oldest first, read in batches. For the data export; the caller has authorized.
 */
export async function* exportPosts(db: Db, userId: string) {
  let after: { createdAt: Date; id: string } | undefined
  for (;;) {
    const batch = await db
      .select({
        id: posts.id,
        organizationId: posts.organizationId,
        ...postFieldColumns,
        createdAt: posts.createdAt,
        updatedAt: posts.updatedAt,
      })
      .from(posts)
      .where(
        and(
          isOwnContent(posts, userId),
          isNull(posts.deletedAt),
          after &&
            sql`(${posts.createdAt}, ${posts.id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id})`,
        ),
      )
      .orderBy(asc(posts.createdAt), asc(posts.id))
      .limit(BATCH)
    yield* batch
    after = batch.at(-1)
    if (batch.length < BATCH) return
  }
}
