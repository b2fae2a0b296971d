import { eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import {
  type ChangedRow,
  type VerbContext,
  formatFields,
  requireUnchanged,
  writeAudit,
} from '@plinth/core/verb/server'
import { postsAccess } from '../posts.access.ts'
import type { PostFields } from '../posts.schema.ts'
import { holdImages } from './hold-images.server.ts'
import { postRows } from './post-rows.server.ts'
import { posts } from './posts.table.server.ts'

/**
 * Updates a post. Its creator, or an admin of the workspace. Throws not_found, forbidden; conflict when the
 * post has changed since `basedOn`, invalid for content that takes too long to parse.
 */
export async function updatePost(ctx: VerbContext, { id, basedOn, ...fields }: PostFields & ChangedRow) {
  const actor = authorize(ctx.actor, postsAccess.get)
  const formatted = await formatFields(ctx, actor, { content: fields.content })
  return ctx.db.transaction(async (tx) => {
    const imageIds = await holdImages(tx, actor, { id, content: fields.content })
    const post = await postRows.lock(tx, actor, { id })
    authorize(actor, postsAccess.update, post)
    requireUnchanged(post, basedOn)
    await tx
      .update(posts)
      .set({ ...fields, ...formatted, excerpt: formatted.contentExcerpt, imageIds, updatedAt: sql`now()` })
      .where(eq(posts.id, id))
    await writeAudit(tx, actor, { action: 'post.update', target: { type: 'post', id } })
    await postRows.announce(tx, actor)
    return postRows.read(tx, actor, { id })
  })
}
