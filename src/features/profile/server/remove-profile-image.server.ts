import { and, eq, isNotNull } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { user } from '@plinth/core/database/server'
import { deleteBytes } from '@plinth/core/files/server'
import { profileAccess } from '../profile.access.ts'
import { forgetImages } from './profile-image-files.server.ts'

/** Removes the user's profile image with its file. Any signed-in user, for themselves; idempotent. */
export async function removeProfileImage(ctx: VerbContext): Promise<void> {
  const actor = authorize(ctx.actor, profileAccess.removeImage)
  const gone = await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .update(user)
      .set({ image: null })
      .where(and(eq(user.id, actor.userId), isNotNull(user.image)))
      .returning({ id: user.id })
    if (!row) return []
    await writeAudit(tx, actor, { action: 'user.removeImage', target: { type: 'user', id: actor.userId } })
    return forgetImages(tx, actor.userId)
  })
  await deleteBytes(ctx, gone)
}
