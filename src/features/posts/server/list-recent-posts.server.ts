import { and, desc, eq, isNull } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import {
  type WorkspaceKind,
  inPreparedWorkspace,
  kindOfWorkspace,
  preparedQuery,
  user,
  workspaceIds,
} from '@plinth/core/database/server'
import { postsAccess } from '../posts.access.ts'
import { posts } from './posts.table.server.ts'
import { listedPost } from './read-post.server.ts'

const RECENT = 5

const recentOf = preparedQuery((db, kind: WorkspaceKind) =>
  db
    .select(listedPost)
    .from(posts)
    .leftJoin(user, eq(user.id, posts.createdById))
    .where(and(inPreparedWorkspace(posts, kind), isNull(posts.deletedAt)))
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(RECENT),
)

/** Returns the newest five posts of the workspace, for the home page. Any member. */
export async function listRecentPosts(ctx: VerbContext) {
  const actor = authorize(ctx.actor, postsAccess.list)
  return recentOf(ctx.db, kindOfWorkspace(actor)).execute(workspaceIds(actor))
}
