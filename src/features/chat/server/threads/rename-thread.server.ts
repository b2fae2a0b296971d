import { eq } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import type { RenameThreadInput } from '#/features/chat/chat.schema.ts'
import { chatThreads } from '../chat.table.server.ts'
import { lockThread } from './read-thread.server.ts'

/** Renames a thread. The thread's creator, or an admin of the workspace. Throws not_found, forbidden. */
export async function renameThread(
  ctx: VerbContext,
  { id, title }: RenameThreadInput,
): Promise<{ id: string; title: string }> {
  const actor = authorize(ctx.actor, chatsAccess.get)
  return ctx.db.transaction(async (tx) => {
    await lockThread(tx, actor, { id })
    await tx.update(chatThreads).set({ title }).where(eq(chatThreads.id, id))
    return { id, title }
  })
}
