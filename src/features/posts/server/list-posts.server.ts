import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { inWorkspace, prefixQuery, readCursor, user, writeCursor } from '@plinth/core/database/server'
import { postsAccess } from '../posts.access.ts'
import type { ListPostsInput } from '../posts.schema.ts'
import { posts } from './posts.table.server.ts'
import { listedPost } from './read-post.server.ts'

/**
 * Returns a page of the workspace's posts, newest first, by keyset pagination at the same cost however deep.
 * `search` finds posts with every word as a prefix. Any member.
 */
export async function listPosts(ctx: VerbContext, { cursor, limit, search }: ListPostsInput) {
  const actor = authorize(ctx.actor, postsAccess.list)
  const after = readCursor(cursor)
  const query = search ? await prefixQuery(ctx.db, search) : undefined
  if (search && query === undefined) return { items: [], nextCursor: null }
  const rows = await ctx.db
    .select(listedPost)
    .from(posts)
    .leftJoin(user, eq(user.id, posts.createdById))
    .where(
      and(
        inWorkspace(posts, actor),
        isNull(posts.deletedAt),
        query === undefined ? undefined : sql`${posts.search} @@ ${query}::tsquery`,
        after && sql`(${posts.createdAt}, ${posts.id}) < (${after.at}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > limit && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  }
}
