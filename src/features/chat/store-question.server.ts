import { and, count, desc, eq } from 'drizzle-orm'
import type { SignedInActor } from '#/core/access/actor.ts'
import { workspaceOf } from '#/core/access/workspace.server.ts'
import type { Transaction } from '#/core/db/database.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { createId } from '#/lib/create-id.ts'
import { MESSAGES_PER_THREAD } from './chat-limits.ts'
import { chatMessages, chatRuns, chatThreads } from './chat.table.server.ts'
import type { Ask, Question } from './question.ts'
import { branchOf, readMessages } from './read-thread.server.ts'
import { titleOf } from './title-of.ts'

/** Makes the thread of a first question, unless there is one of that id anywhere. */
export async function ensureThread(
  tx: Transaction,
  actor: SignedInActor,
  { threadId, page, text }: Ask,
): Promise<void> {
  await tx
    .insert(chatThreads)
    .values({ id: threadId, ...workspaceOf(actor), createdById: actor.userId, page, title: titleOf(text) })
    .onConflictDoNothing()
}

/**
 * Throws conflict while an answer is made in the thread, and when it is full. The thread is locked by the
 * caller.
 */
export async function refuseBusyOrFull(tx: Transaction, threadId: string): Promise<void> {
  const [running] = await tx
    .select({ id: chatRuns.id })
    .from(chatRuns)
    .where(and(eq(chatRuns.threadId, threadId), eq(chatRuns.state, 'running')))
  if (running) throw new AppError('conflict', 'chat:errors.answering')
  const [messages] = await tx
    .select({ stored: count() })
    .from(chatMessages)
    .where(eq(chatMessages.threadId, threadId))
  if ((messages?.stored ?? 0) >= MESSAGES_PER_THREAD)
    throw new AppError('conflict', 'chat:errors.threadFull', { max: MESSAGES_PER_THREAD })
}

/**
 * What there is of a message that a client sends: the run it has begun, or that it is known and is to be
 * answered anew, because the client calls the run otherwise. Undefined for a new one. Throws conflict when
 * its id was used for another message.
 */
export async function findAsked(
  tx: Transaction,
  question: Question,
): Promise<{ runId: string } | 'again' | undefined> {
  if (question.kind !== 'ask' || question.editOf !== undefined) return undefined
  const { threadId, messageId, text, wireId } = question
  const [there] = await tx
    .select({ role: chatMessages.role, text: chatMessages.text })
    .from(chatMessages)
    .where(and(eq(chatMessages.threadId, threadId), eq(chatMessages.id, messageId)))
  if (!there) return undefined
  if (there.role !== 'user' || there.text !== text)
    throw new AppError('conflict', 'chat:errors.idTaken', { field: 'messages' })
  const [run] = await tx
    .select({ runId: chatRuns.id })
    .from(chatRuns)
    .where(
      and(
        eq(chatRuns.threadId, threadId),
        eq(chatRuns.questionId, messageId),
        wireId === undefined ? undefined : eq(chatRuns.wireId, wireId),
      ),
    )
    .orderBy(desc(chatRuns.createdAt), desc(chatRuns.id))
    .limit(1)
  return run ?? 'again'
}

/**
 * Stores a new question behind `headId`, an edited one beside the one it replaces, under an id of its own;
 * answers the id of what is to be answered.
 */
export async function storeQuestion(
  tx: Transaction,
  question: Question,
  headId: string | null,
): Promise<string> {
  const { threadId, messageId } = question
  if (question.kind === 'regenerate') return questionOf(tx, threadId, messageId ?? headId)
  const { text, editOf } = question
  const before = editOf === undefined ? headId : await parentOfQuestion(tx, threadId, editOf)
  const id = editOf === undefined ? question.messageId : createId()
  await tx
    .insert(chatMessages)
    .values({ threadId, id, parentId: before, role: 'user', parts: [{ type: 'text', text }], text })
  return id
}

/**
 * The question a message belongs to: its own id, or that of the question before an answer. Throws not_found.
 */
async function questionOf(tx: Transaction, threadId: string, messageId: string | null): Promise<string> {
  const question = branchOf(await readMessages(tx, threadId), messageId).findLast(
    ({ role }) => role === 'user',
  )
  if (!question) throw new AppError('not_found', 'errors:notFound')
  return question.id
}

async function parentOfQuestion(tx: Transaction, threadId: string, id: string): Promise<string | null> {
  const [message] = await tx
    .select({ parentId: chatMessages.parentId })
    .from(chatMessages)
    .where(and(eq(chatMessages.threadId, threadId), eq(chatMessages.id, id), eq(chatMessages.role, 'user')))
  if (!message) throw new AppError('not_found', 'errors:notFound')
  return message.parentId
}
