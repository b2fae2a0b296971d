import { authorize } from '#/core/access/access.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { postsAccess } from '../posts.access.ts'
import type { PostIdInput } from '../posts.schema.ts'
import { readPost } from './read-post.server.ts'

/** Returns one post of the active workspace. Any member. Throws not_found. */
export async function getPost(ctx: VerbContext, { id }: PostIdInput) {
  const actor = authorize(ctx.actor, postsAccess.get)
  return readPost(ctx.db, actor, { id })
}
