import { and, inArray, sql } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { inWorkspace } from '#/core/access/workspace.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { imageIdsIn } from '../post-images.ts'
import { excerptOf } from './excerpt-of.server.ts'
import { postImages } from './posts.table.server.ts'

/**
 * The columns that follow from a post's content. Images count if they are of the actor's workspace. Locks
 * them, so that the sweep doesn't delete one that is just being used.
 */
export async function contentColumns(tx: Transaction, actor: SignedInActor, content: string) {
  const ids = imageIdsIn(content)
  const used =
    ids.length === 0
      ? []
      : await tx
          .update(postImages)
          .set({ usedAt: sql`now()` })
          .where(and(inArray(postImages.fileId, ids), inWorkspace(postImages, actor)))
          .returning({ id: postImages.fileId })
  return { content, excerpt: excerptOf(content), imageIds: used.map(({ id }) => id) }
}
