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
  /** The message before it; two with the same one are versions of each other. */
  parentId: string | null
  role: ChatMessage['role']
  parts: readonly ChatPart[]
  createdAt: string
  /** Of an answer: which model gave it, and how it ended. */
  model?: ModelInfo
  state?: 'waiting' | 'done' | 'stopped' | 'failed'
}

/** A thread as it is written into a file to be kept; decision 027 describes it. */
export type ThreadRecord = {
  id: string
  title: string
  page: ChatPage
  createdAt: string
  /** The last message of the branch that is shown. */
  headId: string | null
  messages: readonly RecordedMessage[]
}

type Recorded = { id: string; title: string; page: ChatPage; createdAt: Date; headId: string | null }

/**
 * A thread with all its branches, oldest message first, but for an answer that is still generated. The caller
 * has checked that it may be read.
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

/** The id of an approval is of use only to the user who responds to it. */
function withoutApproval(part: ChatPart): ChatPart {
  if (part.kind !== 'tool') return part
  const { approvalId: _, ...rest } = part
  return rest
}
