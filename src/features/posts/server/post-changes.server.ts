import { authorize } from '@plinth/core/access/access.ts'
import type { SignedInActor } from '@plinth/core/access/actor.ts'
import { workspaceOf } from '@plinth/core/access/workspace.server.ts'
import type { Transaction } from '@plinth/core/db/database.server.ts'
import { announce, workspaceTopic } from '@plinth/core/realtime/live.server.ts'
import { followTopic } from '@plinth/core/realtime/stream.server.ts'
import type { VerbContext } from '@plinth/core/trpc/context.server.ts'
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
