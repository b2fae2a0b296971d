import { eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import { type VerbContext, writeAudit } from '@plinth/core/verb/server'
import { type OpenDatabase, deleteOld, olderThan } from '@plinth/core/database/server'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import type { ThreadIdInput } from '#/features/chat/chat.schema.ts'
import { chatThreads } from '../chat.table.server.ts'
import { lockThread } from './read-thread.server.ts'
import { requestStop } from '../generation/stop-generation.server.ts'

/** How long a deleted thread can be restored. */
export const DELETED_THREAD_DAYS = 30

/**
 * Deletes a thread and stops its generation; restoreThread restores it. The thread's creator, or an admin of
 * the workspace. Throws not_found, forbidden.
 */
export async function deleteThread(ctx: VerbContext, { id }: ThreadIdInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, chatsAccess.get)
  return ctx.db.transaction(async (tx) => {
    authorize(actor, chatsAccess.delete, await lockThread(tx, actor, { id }))
    await tx
      .update(chatThreads)
      .set({ deletedAt: sql`now()` })
      .where(eq(chatThreads.id, id))
    await requestStop(tx, id)
    await writeAudit(tx, actor, { action: 'chat.delete', target: { type: 'chat', id } })
    return { id }
  })
}

/**
 * Restores a deleted thread. The thread's creator, or an admin of the workspace. Throws not_found when it is
 * not deleted, forbidden.
 */
export async function restoreThread(ctx: VerbContext, { id }: ThreadIdInput): Promise<{ id: string }> {
  const actor = authorize(ctx.actor, chatsAccess.get)
  return ctx.db.transaction(async (tx) => {
    authorize(actor, chatsAccess.restore, await lockThread(tx, actor, { id, state: 'deleted' }))
    await tx.update(chatThreads).set({ deletedAt: null }).where(eq(chatThreads.id, id))
    await writeAudit(tx, actor, { action: 'chat.restore', target: { type: 'chat', id } })
    return { id }
  })
}

/** Permanently deletes threads DELETED_THREAD_DAYS after their deletion. For a scheduled job. */
export async function sweepThreads(db: OpenDatabase['db'], signal?: AbortSignal): Promise<void> {
  const where = sql`${chatThreads.deletedAt} < ${olderThan(DELETED_THREAD_DAYS)}`
  await deleteOld(db, { table: chatThreads, where, signal })
}
