import { eq } from 'drizzle-orm'
import type { Db } from '@plinth/core/database/server'
import type { ChatPage } from '#/features/chat/chat-pages.ts'
import {
  readChatMessage,
  type ChatMessage,
  type ChatPart,
  type ModelInfo,
} from '#/features/chat/chat-message.ts'
import { chatGenerations } from '../chat.table.server.ts'
import { outlineMessages, readMessages } from '../threads/read-thread.server.ts'

export type RecordedMessage = {
  id: string
  /** The message before it; messages with the same parent are versions of each other. */
  parentId: string | null
  role: ChatMessage['role']
  parts: readonly ChatPart[]
  createdAt: string
  /** For an answer: its model, and how it ended. */
  model?: ModelInfo
  state?: 'waiting' | 'done' | 'stopped' | 'failed'
}

/** The format of an exported thread. */
export type ThreadRecord = {
  id: string
  title: string
  page: ChatPage
  createdAt: string
  /** The last message of the displayed branch. */
  headId: string | null
  messages: readonly RecordedMessage[]
}

type Recorded = { id: string; title: string; page: ChatPage; createdAt: Date; headId: string | null }
type OutlinedMessage = Omit<RecordedMessage, 'parts'>

/** A thread without what its messages say, which may be many megabytes. */
export type ThreadOutline = Omit<ThreadRecord, 'messages'> & { messages: readonly OutlinedMessage[] }

// Answers have up to 60 000 characters.
const READ_AT_ONCE = 10

/**
 * Returns a thread with all its branches, oldest message first, without an answer that is still being
 * generated. The caller must check that the user may read it.
 */
export async function recordThread(db: Db, thread: Recorded): Promise<ThreadRecord> {
  const outline = await outlineThread(db, thread)
  const messages: RecordedMessage[] = []
  for await (const message of recordMessages(db, outline, outline.messages)) messages.push(message)
  return { ...outline, messages }
}

/** Like `recordThread`, without the parts of the messages. */
export async function outlineThread(
  db: Db,
  { id, title, page, createdAt, headId }: Recorded,
): Promise<ThreadOutline> {
  const generations = await db
    .select({ id: chatGenerations.id, state: chatGenerations.state, model: chatGenerations.model })
    .from(chatGenerations)
    .where(eq(chatGenerations.threadId, id))
  const generationOf = new Map(generations.map((one) => [one.id, one]))
  const stored = await outlineMessages(db, id)
  const messages = stored.flatMap((message): OutlinedMessage[] => {
    const { state, model } = generationOf.get(message.id) ?? {}
    if (state === 'running') return []
    const outlined = { ...message, createdAt: message.createdAt.toISOString() }
    return [{ ...outlined, ...(state && model ? { model, state } : {}) }]
  })
  const head = stored.find((message) => message.id === headId)
  const shownId = generationOf.get(headId ?? '')?.state === 'running' ? head?.parentId : head?.id
  return { id, title, page, createdAt: createdAt.toISOString(), headId: shownId ?? null, messages }
}

/**
 * Yields messages of a thread with their parts, read a few at a time; with the trees of answers if wanted.
 */
export async function* recordMessages(
  db: Db,
  { id, withTrees = false }: { id: string; withTrees?: boolean },
  messages: readonly OutlinedMessage[],
): AsyncGenerator<RecordedMessage, void, void> {
  for (let at = 0; at < messages.length; at += READ_AT_ONCE) {
    const some = messages.slice(at, at + READ_AT_ONCE)
    const stored = await readMessages(
      db,
      id,
      some.map((message) => message.id),
    )
    for (const { createdAt, ...message } of some) {
      const found = stored.find((one) => one.id === message.id)
      if (!found) continue
      const { model, state, ...own } = message
      const metadata = withTrees ? { trees: found.trees } : {}
      const parts = readChatMessage({ ...found, metadata }).parts.map(withoutApproval)
      yield { ...own, parts, createdAt, ...(model && state ? { model, state } : {}) }
    }
  }
}

/** Removes the id of an approval, which only the user who responds to it needs. */
function withoutApproval(part: ChatPart): ChatPart {
  if (part.kind !== 'tool') return part
  const { approvalId: _, ...rest } = part
  return rest
}
