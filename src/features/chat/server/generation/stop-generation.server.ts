import { and, eq, sql } from 'drizzle-orm'
import { authorize } from '@plinth/core/access'
import type { Transaction } from '@plinth/core/database/server'
import { announce } from '@plinth/core/live/server'
import type { VerbContext } from '@plinth/core/verb/server'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import type { ThreadIdInput } from '#/features/chat/chat.schema.ts'
import { chatGenerations } from '../chat.table.server.ts'
import { lockThread } from '../threads/read-thread.server.ts'
import { stopTopic } from './finish-generation.server.ts'

/**
 * Stops the generation in a thread on any instance, and keeps the partial answer. `stopped` is false when
 * none runs. The thread's creator, or an admin of the workspace. Throws not_found, forbidden.
 */
export async function stopGeneration(ctx: VerbContext, { id }: ThreadIdInput): Promise<{ stopped: boolean }> {
  const actor = authorize(ctx.actor, chatsAccess.get)
  return ctx.db.transaction(async (tx) => {
    await lockThread(tx, actor, { id })
    return { stopped: await requestStop(tx, id) }
  })
}

/** Tells the process of a running generation to stop on commit; returns whether one runs. */
export async function requestStop(tx: Transaction, threadId: string): Promise<boolean> {
  const running = await tx
    .update(chatGenerations)
    .set({ stopAskedAt: sql`now()` })
    .where(and(eq(chatGenerations.threadId, threadId), eq(chatGenerations.state, 'running')))
    .returning({ id: chatGenerations.id })
  for (const { id } of running) await announce(tx, stopTopic(id))
  return running.length > 0
}
