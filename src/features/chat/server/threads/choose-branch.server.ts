import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import type { ChooseBranchInput } from '#/features/chat/chat.schema.ts'
import { chatThreads } from '../chat.table.server.ts'
import { lockThread, outlineMessages, type OutlinedMessage } from './read-thread.server.ts'

/**
 * Switches to the branch that contains a message, down to its newest leaf; the next message continues from
 * there. The thread's creator, or an admin of the workspace. Throws not_found, forbidden.
 */
export async function chooseBranch(
  ctx: VerbContext,
  { id, messageId }: ChooseBranchInput,
): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, chatsAccess.get)
  return ctx.db.transaction(async (tx) => {
    await lockThread(tx, actor, { id })
    const messages = await outlineMessages(tx, id)
    if (!messages.some((message) => message.id === messageId))
      throw new AppError('not_found', 'errors:notFound')
    await tx
      .update(chatThreads)
      .set({ headId: newestEnd(messages, messageId) })
      .where(eq(chatThreads.id, id))
    return { id }
  })
}

function newestEnd(messages: readonly OutlinedMessage[], from: string): string {
  const next = messages.findLast((message) => message.parentId === from)
  return next ? newestEnd(messages, next.id) : from
}
