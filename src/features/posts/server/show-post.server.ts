import { authorize, may } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { storedTree } from '@plinth/core/markdown'
import { postsAccess } from '../posts.access.ts'
import { postRows } from './post-rows.server.ts'

/**
 * Returns a post for its page: the content parsed, and as text only for who may edit it. Any member. Throws
 * not_found.
 */
export async function showPost(ctx: VerbContext, { id }: { id: string }) {
  const actor = authorize(ctx.actor, postsAccess.get)
  const { content, contentTree, ...post } = await postRows.read(ctx.db, actor, { id })
  const isEditable = may(actor, postsAccess.update, { createdById: post.createdBy?.id ?? null })
  return { ...post, content: isEditable ? content : null, contentTree: storedTree(contentTree, content) }
}
