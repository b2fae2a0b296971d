import { and, count, desc, eq } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import { AppError } from '@plinth/core/verb/server'
import { type Transaction, workspaceOf } from '@plinth/core/database/server'
import { MESSAGES_PER_THREAD } from '#/features/chat/chat-limits.ts'
import { createId, readableLine } from '@plinth/core/schema'
import { shorten } from '@plinth/core/format'
import { chatGenerations, chatMessages, chatThreads } from '../chat.table.server.ts'
import { branchOf, outlineMessages, readMessages } from '../threads/read-thread.server.ts'
import type { NewMessage, Regenerate } from './request-body.server.ts'

const TITLE_LENGTH = 80

/** Creates the thread of a first message, unless the id already exists in any workspace. */
export async function ensureThread(
  tx: Transaction,
  actor: SignedInActor,
  { threadId, page, text }: NewMessage,
): Promise<void> {
  await tx
    .insert(chatThreads)
    .values({ id: threadId, ...workspaceOf(actor), createdById: actor.userId, page, title: titleOf(text) })
    .onConflictDoNothing()
}

/** Returns the title of a thread from its first message: one line, cut at a word. */
export function titleOf(text: string): string {
  return shorten(readableLine(text).replaceAll(/\s+/g, ' ') || '…', TITLE_LENGTH)
}

/**
 * Throws conflict while a generation runs in the thread, and when the thread is full. The caller must hold
 * its lock.
 */
export async function assertFreeThread(tx: Transaction, threadId: string): Promise<void> {
  const [running] = await tx
    .select({ id: chatGenerations.id })
    .from(chatGenerations)
    .where(and(eq(chatGenerations.threadId, threadId), eq(chatGenerations.state, 'running')))
  if (running) throw new AppError('conflict', 'chat:errors.answering')
  const [messages] = await tx
    .select({ stored: count() })
    .from(chatMessages)
    .where(eq(chatMessages.threadId, threadId))
  if ((messages?.stored ?? 0) >= MESSAGES_PER_THREAD)
    throw new AppError('conflict', 'chat:errors.threadFull', { max: MESSAGES_PER_THREAD })
}

type UserMessage = { stored: string; text: string } | { parentId: string | null; id: string; text: string }

/**
 * Returns the user message of a request: already stored, or to be stored after `parentId`. A message sent
 * again with the same id and text is the stored one. Throws not_found, and conflict when the id was used for
 * another message.
 */
export async function findUserMessage(
  tx: Transaction,
  request: NewMessage | Regenerate,
  headId: string | null,
): Promise<UserMessage> {
  if (request.kind === 'regenerate') return userMessageOf(tx, request.threadId, request.messageId ?? headId)
  const { threadId, messageId, text, replaces } = request
  const [there] = await tx
    .select({ parentId: chatMessages.parentId, role: chatMessages.role, text: chatMessages.text })
    .from(chatMessages)
    .where(and(eq(chatMessages.threadId, threadId), eq(chatMessages.id, replaces ?? messageId)))
  if (there?.role === 'user' && there.text === text) return { stored: replaces ?? messageId, text }
  // The AI SDK's client sends a rejected message again as a replacement of itself.
  if (!there && (replaces === undefined || replaces === messageId))
    return { parentId: headId, id: messageId, text }
  if (replaces === undefined) throw new AppError('conflict', 'chat:errors.idTaken', { field: 'messages' })
  if (there?.role !== 'user') throw new AppError('not_found', 'errors:notFound')
  return { parentId: there.parentId, id: createId(), text }
}

/** Returns the id of the latest generation for a user message. */
export async function lastGenerationOf(
  tx: Transaction,
  threadId: string,
  userMessageId: string,
): Promise<string | undefined> {
  const [generation] = await tx
    .select({ id: chatGenerations.id })
    .from(chatGenerations)
    .where(and(eq(chatGenerations.threadId, threadId), eq(chatGenerations.userMessageId, userMessageId)))
    .orderBy(desc(chatGenerations.createdAt), desc(chatGenerations.id))
    .limit(1)
  return generation?.id
}

async function userMessageOf(
  tx: Transaction,
  threadId: string,
  messageId: string | null,
): Promise<UserMessage> {
  const branch = branchOf(await outlineMessages(tx, threadId), messageId)
  const id = branch.findLast(({ role }) => role === 'user')?.id
  const [message] = id === undefined ? [] : await readMessages(tx, threadId, [id])
  if (!message) throw new AppError('not_found', 'errors:notFound')
  const [part] = message.parts
  return { stored: message.id, text: part?.type === 'text' ? part.text : '' }
}
