import { and, inArray, sql } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { inWorkspace } from '#/core/access/workspace.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { imageIdsIn } from '../post-images.ts'
import { postImages } from './posts.table.server.ts'

/**
 * The ids of the images that a content shows, of those in the actor's workspace. Locks them, so that the
 * sweep doesn't delete one that is just being used: before the row of an existing post, in the order of a
 * deletion, and after the insert of a new one, which locks the workspace.
 */
export async function holdImages(tx: Transaction, actor: SignedInActor, content: string): Promise<string[]> {
  const ids = imageIdsIn(content)
  if (ids.length === 0) return []
  const held = await tx
    .update(postImages)
    .set({ usedAt: sql`now()` })
    .where(and(inArray(postImages.fileId, ids), inWorkspace(postImages, actor)))
    .returning({ id: postImages.fileId })
  return held.map(({ id }) => id)
}
