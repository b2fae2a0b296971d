import { authorize, may } from '@plinth/core/access'
import { type VerbContext, lastChangeOf } from '@plinth/core/verb/server'
import { storedTree } from '@plinth/core/markdown'
import { postsAccess } from '../posts.access.ts'
import type { PostIdInput } from '../posts.schema.ts'
import { readPost } from './read-post.server.ts'

/** Returns one post of the active workspace. Any member. Throws not_found. */
export async function getPost(ctx: VerbContext, { id }: PostIdInput) {
  const actor = authorize(ctx.actor, postsAccess.get)
  return readPost(ctx.db, actor, { id })
}

/** The same for its page: the content parsed, and as text only for who may edit it. */
export async function showPost(ctx: VerbContext, { id }: PostIdInput) {
  const actor = authorize(ctx.actor, postsAccess.get)
  const { content, contentTree, ...post } = await readPost(ctx.db, actor, { id })
  const isEditable = may(actor, postsAccess.update, { createdById: post.createdBy?.id ?? null })
  return { ...post, content: isEditable ? content : null, contentTree: storedTree(contentTree, content) }
}

/** Who saved it last, for the form of somebody else who has it open. Any member. Throws not_found. */
export async function getPostEditor(ctx: VerbContext, { id }: PostIdInput) {
  const actor = authorize(ctx.actor, postsAccess.get)
  await readPost(ctx.db, actor, { id })
  return lastChangeOf(ctx.db, { type: 'post', id })
}
