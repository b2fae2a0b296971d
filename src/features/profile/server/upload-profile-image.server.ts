import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext, consumeLimit, perDay, writeAudit } from '@plinth/core/verb/server'
import { type Transaction, user } from '@plinth/core/database/server'
import { STORED_IMAGE_TYPE, deleteBytes, keepFile, readImage } from '@plinth/core/files/server'
import type { OneFile } from '@plinth/core/client'
import { profileAccess } from '../profile.access.ts'
import { forgetImages, PROFILE_IMAGE } from './profile-image-files.server.ts'

export const IMAGE_UPLOADS_PER_DAY = 20
/**
 * Replaces the user's profile image. Any signed-in user, for themselves, 20 attempts a day. Concurrent
 * uploads leave a single file. Throws invalid or too_large (field `file`), limit.
 */
export async function uploadProfileImage(ctx: VerbContext, input: OneFile): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, profileAccess.uploadImage)
  await consumeLimit(ctx.db, `profile.uploadImage:${actor.userId}`, perDay(IMAGE_UPLOADS_PER_DAY))
  const { bytes } = await readImage(ctx, input.file, { account: actor.userId, kind: 'icon' })
  const { userId } = actor
  const facts = { purpose: PROFILE_IMAGE, uploadedById: userId, contentType: STORED_IMAGE_TYPE }
  const { id, replaced } = await keepFile(ctx, { ...facts, bytes }, async (tx, addFile) => {
    await lockUser(tx, userId)
    const fileId = await addFile()
    await tx
      .update(user)
      .set({ image: `/api/files/${fileId}` })
      .where(eq(user.id, userId))
    const target = { type: 'user', id: userId }
    await writeAudit(tx, actor, { action: 'user.changeImage', target, details: { fileId } })
    return { id: fileId, replaced: await forgetImages(tx, userId, fileId) }
  })
  await deleteBytes(ctx, replaced)
  return { id }
}

/** Serializes concurrent uploads. */
async function lockUser(tx: Transaction, userId: string): Promise<void> {
  const [row] = await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update')
  if (!row) throw new AppError('unauthenticated', 'errors:signInFirst')
}
