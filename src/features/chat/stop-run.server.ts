import { and, eq, sql } from 'drizzle-orm'
import { authorize } from '#/core/access/access.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { announce } from '#/core/realtime/live.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { chatsAccess } from './chat.access.ts'
import type { ThreadIdInput } from './chat.schema.ts'
import { chatRuns } from './chat.table.server.ts'
import { lockThread } from './read-thread.server.ts'
import { stopTopic } from './run-topics.ts'

/**
 * Stops the answer that is being made in a thread, on whichever instance: what has come is kept. `stopped` is
 * false when there was none. Its creator, or an admin of the workspace. Throws not_found, forbidden.
 */
export async function stopRun(ctx: VerbContext, { id }: ThreadIdInput): Promise<{ stopped: boolean }> {
  const actor = authorize(ctx.actor, chatsAccess.get)
  return ctx.db.transaction(async (tx) => {
    await lockThread(tx, actor, { id })
    return { stopped: await askToStop(tx, id) }
  })
}

/**
 * Tells whoever makes the answer in a thread to stop, when the transaction commits. Answers whether there is
 * one.
 */
export async function askToStop(tx: Transaction, threadId: string): Promise<boolean> {
  const asked = await tx
    .update(chatRuns)
    .set({ stopAskedAt: sql`now()` })
    .where(and(eq(chatRuns.threadId, threadId), eq(chatRuns.state, 'running')))
    .returning({ id: chatRuns.id })
  for (const { id } of asked) await announce(tx, stopTopic(id))
  return asked.length > 0
}
