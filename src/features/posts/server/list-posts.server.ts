import { and, desc, eq, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import {
  inPreparedWorkspace,
  inWorkspace,
  kindOfWorkspace,
  workspaceIds,
  type WorkspaceKind,
} from '#/core/access/workspace.server.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import { readCursor, writeCursor } from '#/core/db/cursor.server.ts'
import type { Db } from '#/core/db/database.server.ts'
import { preparedQuery } from '#/core/db/prepared-query.server.ts'
import { prefixQuery } from '#/core/db/text-search.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { postsAccess } from '../posts.access.ts'
import type { ListPostsInput } from '../posts.schema.ts'
import { posts } from './posts.table.server.ts'
import { listedPost } from './read-post.server.ts'

const pageOf = (db: Db, where: SQL | undefined, limit: number | Placeholder) =>
  db
    .select(listedPost)
    .from(posts)
    .leftJoin(user, eq(user.id, posts.createdById))
    .where(and(where, isNull(posts.deletedAt)))
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(limit)

/** The home page asks for it too. */
const firstPageOf = preparedQuery((db, kind: WorkspaceKind) =>
  pageOf(db, inPreparedWorkspace(posts, kind), sql.placeholder('limit')),
)

/**
 * Returns a page of the workspace's posts, newest first, by keyset pagination at the same cost however deep.
 * `search` finds posts with every word as a prefix. Any member.
 */
export async function listPosts(ctx: VerbContext, { cursor, limit, search }: ListPostsInput) {
  const actor = authorize(ctx.actor, postsAccess.list)
  const after = readCursor(cursor)
  const query = search ? await prefixQuery(ctx.db, search) : undefined
  if (search && query === undefined) return { items: [], nextCursor: null }
  const rows =
    query === undefined && !after
      ? await firstPageOf(ctx.db, kindOfWorkspace(actor)).execute({
          ...workspaceIds(actor),
          limit: limit + 1,
        })
      : await pageOf(
          ctx.db,
          and(
            inWorkspace(posts, actor),
            query === undefined ? undefined : sql`${posts.search} @@ ${query}::tsquery`,
            after && sql`(${posts.createdAt}, ${posts.id}) < (${after.at}::timestamptz, ${after.id})`,
          ),
          limit + 1,
        )
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > limit && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  }
}
