import { eq } from 'drizzle-orm'
import type { Db } from '#/core/db/database.server.ts'
import type { ChatPage } from '#/features/chat/chat-pages.ts'
import {
  readChatMessage,
  type ChatMessage,
  type ChatPart,
  type ModelInfo,
} from '#/features/chat/chat-message.ts'
import { chatGenerations } from '../chat.table.server.ts'
import { readMessages } from '../threads/read-thread.server.ts'

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

/** The format of an exported thread; see decision 027. */
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

/**
 * Returns a thread with all its branches, oldest message first, without an answer that is still being
 * generated. The caller must check that the user may read it.
 */
export async function recordThread(
  db: Db,
  { id, title, page, createdAt, headId }: Recorded,
): Promise<ThreadRecord> {
  const generations = await db
    .select({ id: chatGenerations.id, state: chatGenerations.state, model: chatGenerations.model })
    .from(chatGenerations)
    .where(eq(chatGenerations.threadId, id))
  const generationOf = new Map(generations.map((one) => [one.id, one]))
  const stored = await readMessages(db, id)
  const messages = stored.flatMap((message): RecordedMessage[] => {
    const { state, model } = generationOf.get(message.id) ?? {}
    if (state === 'running') return []
    const { parentId, role } = message
    const parts = readChatMessage(message).parts.map(withoutApproval)
    return [
      {
        id: message.id,
        parentId,
        role,
        parts,
        createdAt: message.createdAt.toISOString(),
        ...(state && model ? { model, state } : {}),
      },
    ]
  })
  const head = stored.find((message) => message.id === headId)
  const shownId = generationOf.get(headId ?? '')?.state === 'running' ? head?.parentId : head?.id
  return { id, title, page, createdAt: createdAt.toISOString(), headId: shownId ?? null, messages }
}

/** Removes the id of an approval, which only the user who responds to it needs. */
function withoutApproval(part: ChatPart): ChatPart {
  if (part.kind !== 'tool') return part
  const { approvalId: _, ...rest } = part
  return rest
}
