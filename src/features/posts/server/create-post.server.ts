import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type SignedInActor, authorize } from '@plinth/core/access'
import { AppError, type VerbContext, formatFields, writeAudit } from '@plinth/core/verb/server'
import { type Transaction, inWorkspace, workspaceOf } from '@plinth/core/database/server'
import { createId } from '@plinth/core/schema'
import { holdImages } from './hold-images.server.ts'
import { postsAccess } from '../posts.access.ts'
import type { CreatePostInput, PostFields } from '../posts.schema.ts'
import { postRows } from './post-rows.server.ts'
import { posts } from './posts.table.server.ts'

/**
 * Creates a post in the active workspace. Any member. Calls with the same idempotency key return the same
 * post, even concurrently; with other content or from another workspace they throw conflict. Throws invalid
 * for content that takes too long to parse.
 */
export async function createPost(ctx: VerbContext, { idempotencyKey, ...fields }: CreatePostInput) {
  const actor = authorize(ctx.actor, postsAccess.create)
  const formatted = await formatFields(ctx, actor, { content: fields.content })
  return ctx.db.transaction(async (tx) => {
    const id = createId()
    const [created] = await tx
      .insert(posts)
      .values({
        id,
        ...workspaceOf(actor),
        createdById: actor.userId,
        ...fields,
        ...formatted,
        excerpt: formatted.contentExcerpt,
        idempotencyKey,
        idempotencyDigest: idempotencyKey && digestOf(fields),
      })
      .onConflictDoNothing({ target: [posts.createdById, posts.idempotencyKey] })
      .returning({ id: posts.id })
    // Only a key that was used before is in the way.
    if (!created) return postOfKey(tx, actor, { key: idempotencyKey ?? '', digest: digestOf(fields) })
    const imageIds = await holdImages(tx, actor, fields)
    if (imageIds.length > 0) await tx.update(posts).set({ imageIds }).where(eq(posts.id, id))
    await writeAudit(tx, actor, { action: 'post.create', target: { type: 'post', id } })
    await postRows.announce(tx, actor)
    return postRows.read(tx, actor, { id })
  })
}

const digestOf = (fields: PostFields): string =>
  createHash('sha256').update(JSON.stringify(fields)).digest('base64url')

/**
 * Returns the post that an earlier call with this key created, in its current state; also if deleted, so that
 * a late retry does not create it again.
 */
async function postOfKey(
  tx: Transaction,
  actor: SignedInActor,
  { key, digest }: { key: string; digest: string },
) {
  const [first] = await tx
    .select({ id: posts.id, digest: posts.idempotencyDigest })
    .from(posts)
    .where(and(inWorkspace(posts, actor), eq(posts.createdById, actor.userId), eq(posts.idempotencyKey, key)))
  if (first?.digest !== digest)
    throw new AppError('conflict', 'posts:errors.keyReused', { field: 'idempotencyKey' })
  return postRows.read(tx, actor, { id: first.id, state: 'any' })
}
