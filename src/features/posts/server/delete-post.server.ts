import { eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { postsAccess } from '../posts.access.ts'
import { postRows } from './post-rows.server.ts'
import { posts } from './posts.table.server.ts'

/**
 * Deletes a post, which `restore` undoes. Its creator, or an admin of the workspace. Throws not_found,
 * forbidden.
 */
export async function deletePost(ctx: VerbContext, { id }: { id: string }): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, postsAccess.get)
  return ctx.db.transaction(async (tx) => {
    authorize(actor, postsAccess.delete, await postRows.lock(tx, actor, { id }))
    await tx
      .update(posts)
      .set({ deletedAt: sql`now()` })
      .where(eq(posts.id, id))
    await writeAudit(tx, actor, { action: 'post.delete', target: { type: 'post', id } })
    await postRows.announce(tx, actor)
    return { id }
  })
}
