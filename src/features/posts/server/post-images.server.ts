import { and, arrayContains, eq, exists, isNull, or } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, consumeLimit, ownContent, perDay } from '@plinth/core/verb/server'
import { type Db, holdOwners, inWorkspace, workspaceOf } from '@plinth/core/database/server'
import type { EndpointCall } from '@plinth/core/feature/server'
import { STORED_IMAGE_TYPE, file, imageAnswer, keepFile, readImage } from '@plinth/core/files/server'
import type { OneFile } from '@plinth/core/client'
import { postsAccess } from '../posts.access.ts'
import { POST_IMAGE, postImages, posts } from './posts.table.server.ts'

export const IMAGE_UPLOADS_PER_DAY = 200

export type UploadedImage = { id: string; width: number; height: number }

/**
 * Stores an image for a post in the active workspace, scaled down to 2048 pixels. Any member, 200 attempts a
 * day. Without a post that shows it, it is deleted after seven days. Throws invalid or too_large (field
 * `file`), limit.
 */
export async function uploadPostImage(ctx: VerbContext, input: OneFile): Promise<UploadedImage> {
  const actor = authorize(ctx.actor, postsAccess.uploadImage)
  await consumeLimit(ctx.db, `posts.uploadImage:${actor.userId}`, perDay(IMAGE_UPLOADS_PER_DAY))
  const image = await readImage(ctx, input.file, { account: actor.userId, kind: 'picture' })
  const { bytes, widthPixels: width, heightPixels: height } = image
  const { userId, workspace } = actor
  const facts = { purpose: POST_IMAGE, uploadedById: userId, contentType: STORED_IMAGE_TYPE }
  return keepFile(ctx, { ...facts, bytes }, async (tx, addFile) => {
    await holdOwners(tx, { ...workspace, userId })
    const id = await addFile()
    await tx.insert(postImages).values({ fileId: id, ...workspaceOf(actor), createdById: userId })
    return { id, width, height }
  })
}

/**
 * Sends an image of the active workspace. Any member, while a post shows it; before that, who uploaded it.
 * Throws the same not_found for every other one.
 */
export async function sendPostImage({ ctx, params }: EndpointCall<{ imageId: string }>): Promise<Response> {
  const actor = authorize(ctx.actor, postsAccess.image)
  const shown = ctx.db
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(
        inWorkspace(posts, actor),
        isNull(posts.deletedAt),
        arrayContains(posts.imageIds, [params.imageId]),
      ),
    )
  const [image] = await ctx.db
    .select({ id: postImages.fileId })
    .from(postImages)
    .where(
      and(
        eq(postImages.fileId, params.imageId),
        inWorkspace(postImages, actor),
        or(eq(postImages.createdById, actor.userId), exists(shown)),
      ),
    )
  const stored = image && (await ctx.storage.open(image.id))
  if (!stored) throw new AppError('not_found', 'errors:notFound')
  // A browser that signs out, or in as another user, asks again.
  return imageAnswer(stored, { Vary: 'Cookie' })
}

/** The images that a user uploaded, for the data export. The caller has authorized. */
export const exportPostImages = (db: Db, userId: string) =>
  db
    .select({ fileId: file.id, sizeBytes: file.sizeBytes })
    .from(postImages)
    .innerJoin(file, eq(file.id, postImages.fileId))
    .where(ownContent(postImages, userId))
    .orderBy(file.id)
