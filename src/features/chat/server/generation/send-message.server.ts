import { eq, sql } from 'drizzle-orm'
import { type SignedInActor, authorize } from '@plinth/core/access'
import type { VerbContext } from '@plinth/core/verb/server'
import { type Transaction, holdOwners } from '@plinth/core/database/server'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import { createId } from '@plinth/core/schema'
import type { ChatModel, ChatServices } from '../chat-services.server.ts'
import { chatGenerations, chatMessages, chatThreads } from '../chat.table.server.ts'
import { answeringModel, chosenModel, countMessage } from '../limits/admit-message.server.ts'
import { reserveTokens } from '../limits/token-budget.server.ts'
import { lockThread } from '../threads/read-thread.server.ts'
import { LEASE_SECONDS, type Generation } from './event-log.server.ts'
import { failStaleGenerations } from './finish-generation.server.ts'
import { startGeneration } from './generate-answer.server.ts'
import { readHistory, tokensFor } from './prompt.server.ts'
import type { NewMessage, Regenerate } from './request-body.server.ts'
import { assertFreeThread, ensureThread, findUserMessage, lastGenerationOf } from './store-message.server.ts'

/**
 * Stores a message and starts the generation of its answer, which continues without the client. Any member
 * may send in their own threads, and an admin of the workspace in all of them; a thread that doesn't exist is
 * created. The same message sent again returns the generation it has started. Throws not_found (thread,
 * message), forbidden, conflict (a generation runs; the id was used; the thread is full), invalid, limit.
 */
export async function sendMessage(
  ctx: VerbContext,
  services: ChatServices,
  request: NewMessage | Regenerate,
): Promise<{ generationId: string }> {
  const actor = authorize(ctx.actor, chatsAccess.send)
  const chosen = chosenModel(services, request.modelId)
  await failStaleGenerations(services.db, request.threadId)
  const started = await services.db.transaction((tx) => start(tx, { actor, services, chosen, request }))
  if (typeof started === 'string') return { generationId: started }
  startGeneration(ctx, services, started)
  return { generationId: started.id }
}

type Start = {
  actor: SignedInActor
  services: ChatServices
  chosen: ChatModel
  request: NewMessage | Regenerate
}

/** Returns a new generation, or the id of the one that the same message has already started. */
async function start(
  tx: Transaction,
  { actor, services, chosen, request }: Start,
): Promise<Generation | string> {
  const { threadId, page } = request
  const { holder, limits } = services
  await holdOwners(tx, { ...actor.workspace, userId: actor.userId })
  if (request.kind === 'send') await ensureThread(tx, actor, request)
  const thread = await lockThread(tx, actor, { id: threadId, page })
  const message = await findUserMessage(tx, request, thread.headId)
  if (request.kind === 'send' && 'stored' in message) {
    const earlier = await lastGenerationOf(tx, threadId, message.stored)
    if (earlier !== undefined) return earlier
  }
  await countMessage(tx, actor, limits)
  await assertFreeThread(tx, threadId)
  const { text } = message
  const userMessageId = 'stored' in message ? message.stored : message.id
  if (!('stored' in message))
    await tx.insert(chatMessages).values({
      threadId,
      id: userMessageId,
      parentId: message.parentId,
      text,
      role: 'user',
      parts: [{ type: 'text', text }],
    })
  const model = answeringModel(services, { chosen, page, text })
  const { id: modelId, label, isBuiltIn } = model
  const id = createId()
  await tx.insert(chatGenerations).values({
    id,
    threadId,
    userMessageId,
    userId: actor.userId,
    holder,
    model: { id: modelId, label, isBuiltIn },
    leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
  })
  await tx
    .update(chatThreads)
    .set({ headId: userMessageId, updatedAt: sql`now()` })
    .where(eq(chatThreads.id, threadId))
  const account = { userId: actor.userId, workspace: actor.workspace }
  const tokens = isBuiltIn ? 0 : tokensFor(await readHistory(tx, threadId, userMessageId))
  const reservation = isBuiltIn ? undefined : await reserveTokens(tx, account, { tokens, limits })
  return { id, threadId, page, userMessageId, model, account, reservation, continues: false, seq: 0 }
}
