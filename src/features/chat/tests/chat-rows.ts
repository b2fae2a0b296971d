import { eq } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import { type Db, workspaceOf } from '@plinth/core/database/server'
import {
  chatApprovals,
  chatMessages,
  chatGenerationEvents,
  chatGenerations,
  chatThreads,
} from '../server/chat.table.server.ts'
import { createId } from '@plinth/core/schema'
import { rowsWith } from '@plinth/testing/rows-with.ts'

/** The rows of other tables that contain a text, which a tool wrote. */
export async function rowsOutsideChat(db: Db, text: string): Promise<string[]> {
  const rows = Object.entries(await rowsWith(db, text))
  return rows.flatMap(([table, found]) => (table.startsWith('chat_') ? [] : found))
}

// Chat rows written directly to the tables, as test fixtures.

/**
 * A thread by that user in their active workspace, with one user message whose id is `question`. The message
 * is a second old, so that it sorts before an answer however fast the test inserts one.
 */
export async function createThread(
  db: Db,
  author: SignedInActor,
  values: Partial<typeof chatThreads.$inferInsert> = {},
) {
  const id = createId()
  const { page = 'general' } = values
  await db.insert(chatThreads).values({
    id,
    ...workspaceOf(author),
    createdById: author.userId,
    title: 'A title',
    headId: 'question',
    ...values,
    page,
  })
  await db.insert(chatMessages).values({
    threadId: id,
    id: 'question',
    role: 'user',
    parts: [{ type: 'text', text: 'Hello' }],
    text: 'Hello',
    createdAt: new Date(Date.now() - 1000),
  })
  return { id }
}

/** A thread whose response waits for that user's approval of a to-do. */
export async function createWaitingGeneration(
  db: Db,
  user: SignedInActor,
  values: Partial<typeof chatThreads.$inferInsert> = {},
) {
  const { id: threadId } = await createThread(db, user, values)
  const [generationId, approvalId, toolCallId] = [createId(), createId(), createId()]
  const model = { id: 'built-in', label: 'Built-in', isBuiltIn: true }
  const at = new Date()
  const state = { state: 'waiting' as const, holder: 'a test', leaseUntil: at, endedAt: at }
  await db
    .insert(chatGenerations)
    .values({ id: generationId, threadId, userMessageId: 'question', userId: user.userId, model, ...state })
  await db.insert(chatGenerationEvents).values({
    generationId,
    seq: 1,
    chunks: [
      { type: 'start', messageId: generationId },
      { type: 'tool-input-available', toolCallId, toolName: 'addTodo', input: { text: 'Water the plants' } },
      { type: 'tool-approval-request', approvalId, toolCallId },
    ],
  })
  await db
    .insert(chatMessages)
    .values({ threadId, id: generationId, parentId: 'question', role: 'assistant', parts: [], text: '' })
  await db.insert(chatApprovals).values({
    id: approvalId,
    generationId,
    userId: user.userId,
    toolCallId,
    toolName: 'addTodo',
    expiresAt: new Date(Date.now() + 600_000),
  })
  await db.update(chatThreads).set({ headId: generationId }).where(eq(chatThreads.id, threadId))
  return { threadId, generationId, approvalId }
}
