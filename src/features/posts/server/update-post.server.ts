import { eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, formatFields, writeAudit } from '@plinth/core/verb/server'
import { postsAccess } from '../posts.access.ts'
import type { UpdatePostInput } from '../posts.schema.ts'
import { holdImages } from './hold-images.server.ts'
import { announcePosts } from './post-changes.server.ts'
import { posts } from './posts.table.server.ts'
import { lockPost, readPost } from './read-post.server.ts'

/**
 * Updates a post. Its creator, or an admin of the workspace. Throws not_found, forbidden; conflict when the
 * post has changed since `basedOn`, invalid for content that takes too long to parse.
 */
export async function updatePost(ctx: VerbContext, { id, basedOn, ...fields }: UpdatePostInput) {
  const actor = authorize(ctx.actor, postsAccess.get)
  const formatted = await formatFields(ctx, actor, { content: fields.content })
  return ctx.db.transaction(async (tx) => {
    const imageIds = await holdImages(tx, actor, { id, content: fields.content })
    const post = await lockPost(tx, actor, { id })
    authorize(actor, postsAccess.update, post)
    if (basedOn && basedOn.getTime() !== post.updatedAt.getTime())
      throw new AppError('conflict', 'posts:errors.changedMeanwhile')
    await tx
      .update(posts)
      .set({ ...fields, ...formatted, excerpt: formatted.contentExcerpt, imageIds, updatedAt: sql`now()` })
      .where(eq(posts.id, id))
    await writeAudit(tx, actor, { action: 'post.update', target: { type: 'post', id } })
    await announcePosts(tx, actor)
    return readPost(tx, actor, { id })
  })
}
