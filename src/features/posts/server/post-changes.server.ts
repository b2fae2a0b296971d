import { type SignedInActor, authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { type Transaction, workspaceOf } from '@plinth/core/database/server'
import { announce, followTopic, workspaceTopic } from '@plinth/core/live/server'
import { postsAccess } from '../posts.access.ts'

const topicOf = (actor: SignedInActor): string => workspaceTopic('posts', workspaceOf(actor))

/**
 * Signals to all clients that follow the posts of the workspace that the transaction changed one, once it
 * commits.
 */
export const announcePosts = (tx: Transaction, actor: SignedInActor) => announce(tx, topicOf(actor))

/**
 * Yields once when it listens, and again whenever posts of the workspace may have changed on any instance.
 * Clients refetch what they show. Any member.
 */
export function postChanges(ctx: VerbContext) {
  const actor = authorize(ctx.actor, postsAccess.changes)
  return followTopic(ctx, postsAccess.changes, topicOf(actor))
}
