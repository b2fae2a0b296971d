import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import { type Transaction, inWorkspace } from '@plinth/core/database/server'
import { imageIdsIn } from '../post-images.ts'
import { postImages, posts } from './posts.table.server.ts'

/**
 * The ids of the images that a content shows, of those in the actor's workspace. Notes them as used now, with
 * those that the post `id` showed before. Locks them, so that the sweep doesn't delete one that is just being
 * used: before the row of an existing post, in the order of a deletion, and after the insert of a new one,
 * which locks the workspace.
 */
export async function holdImages(
  tx: Transaction,
  actor: SignedInActor,
  { id, content }: { id?: string; content: string },
): Promise<string[]> {
  const shown = imageIdsIn(content)
  const [before] =
    id === undefined
      ? []
      : await tx
          .select({ imageIds: posts.imageIds })
          .from(posts)
          .where(and(eq(posts.id, id), inWorkspace(posts, actor)))
  const used = [...shown, ...(before?.imageIds ?? [])]
  if (used.length === 0) return []
  const held = await tx
    .select({ id: postImages.fileId })
    .from(postImages)
    .where(and(inArray(postImages.fileId, used), inWorkspace(postImages, actor)))
    // Two posts that share images lock them in the same order.
    .orderBy(postImages.fileId)
    .for('update')
  const ids = held.map((image) => image.id)
  await tx
    .update(postImages)
    .set({ usedAt: sql`now()` })
    .where(inArray(postImages.fileId, ids))
  return shown.filter((one) => ids.includes(one))
}
