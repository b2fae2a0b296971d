import { eq } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import type { SignedInActor } from '#/core/access/actor.ts'
import { writeAudit } from '#/core/audit/audit.server.ts'
import { user } from '#/core/identity/identity.table.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { consumeLimit } from '#/core/limits/limits.server.ts'
import { file } from '#/core/storage/file.table.server.ts'
import { readImage, STORED_IMAGE_TYPE } from '#/core/storage/image.server.ts'
import { deleteBytes, keepFile } from '#/core/storage/keep-file.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { createId } from '#/lib/create-id.ts'
import { profileAccess } from '../profile.access.ts'
import { forgetImages, PROFILE_IMAGE } from './profile-image-files.server.ts'
import type { UploadImageInput } from '../profile.schema.ts'

export const IMAGE_UPLOADS_PER_DAY = 20
const codes = {
  notAnImage: 'profile:errors.notAnImage',
  tooLarge: 'profile:errors.tooLarge',
  tooManyPixels: 'profile:errors.tooManyPixels',
}

/**
 * Replaces the user's profile image. Any signed-in user, for themselves, 20 attempts a day. Concurrent
 * uploads leave a single file. Throws invalid or too_large (field `file`), limit.
 */
export async function uploadProfileImage(ctx: VerbContext, input: UploadImageInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, profileAccess.uploadImage)
  await consumeLimit(ctx.db, `profile.uploadImage:${actor.userId}`, {
    max: IMAGE_UPLOADS_PER_DAY,
    windowSeconds: 86_400,
  })
  const { bytes } = await readImage(ctx, input.file, { account: actor.userId, codes })
  const id = createId()
  const replaced = await keepFile(ctx, { id, bytes }, (tx) =>
    replaceImage(tx, actor, { id, sizeBytes: bytes.length }),
  )
  await deleteBytes(ctx, replaced)
  return { id }
}

/** Returns the ids of the replaced files. */
async function replaceImage(
  tx: Transaction,
  actor: SignedInActor,
  { id, sizeBytes }: { id: string; sizeBytes: number },
): Promise<string[]> {
  // Locks the user's row, which serializes concurrent uploads.
  const [row] = await tx
    .update(user)
    .set({ image: `/api/files/${id}` })
    .where(eq(user.id, actor.userId))
    .returning({ id: user.id })
  if (!row) throw new AppError('unauthenticated', 'errors:signInFirst')
  await tx.insert(file).values({
    id,
    purpose: PROFILE_IMAGE,
    uploadedById: actor.userId,
    contentType: STORED_IMAGE_TYPE,
    sizeBytes,
  })
  const replaced = await forgetImages(tx, actor.userId, id)
  await writeAudit(tx, actor, {
    action: 'user.changeImage',
    target: { type: 'user', id: actor.userId },
    details: { fileId: id },
  })
  return replaced
}
