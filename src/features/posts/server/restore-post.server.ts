import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { postsAccess } from '../posts.access.ts'
import type { PostIdInput } from '../posts.schema.ts'
import { announcePosts } from './post-changes.server.ts'
import { posts } from './posts.table.server.ts'
import { lockPost, readPost } from './read-post.server.ts'

/**
 * Restores a deleted post. Its creator, or an admin of the workspace. Throws forbidden, not_found if not
 * deleted.
 */
export async function restorePost(ctx: VerbContext, { id }: PostIdInput) {
  const actor = authorize(ctx.actor, postsAccess.get)
  return ctx.db.transaction(async (tx) => {
    authorize(actor, postsAccess.restore, await lockPost(tx, actor, { id, state: 'deleted' }))
    await tx.update(posts).set({ deletedAt: null }).where(eq(posts.id, id))
    await writeAudit(tx, actor, { action: 'post.restore', target: { type: 'post', id } })
    await announcePosts(tx, actor)
    return readPost(tx, actor, { id })
  })
}
