import { eq } from 'drizzle-orm'
import type { Db } from '#/core/db/database.server.ts'
import type { ChatPage } from './chat-limits.ts'
import type { AnswerModel, ChatMessage, ChatPart } from './chat-message.ts'
import { chatRuns } from './chat.table.server.ts'
import { messageOfAiSdk } from './message-of-ai-sdk.ts'
import { readMessages } from './read-thread.server.ts'

export type RecordedMessage = {
  id: string
  /** The message before it; two with the same one are versions of each other. */
  parentId: string | null
  role: ChatMessage['role']
  parts: readonly ChatPart[]
  createdAt: string
  /** Of an answer: what gave it, and how it ended. */
  model?: AnswerModel
  state?: 'waiting' | 'done' | 'stopped' | 'failed'
}

/** A thread as it is written into a file to be kept; decision 015 describes it. */
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
 * A thread with all its branches, oldest message first, but for the answer that is being made. Whoever calls
 * has checked that it may be read.
 */
export async function recordThread(
  db: Db,
  { id, title, page, createdAt, headId }: Recorded,
): Promise<ThreadRecord> {
  const runs = await db
    .select({ id: chatRuns.id, state: chatRuns.state, model: chatRuns.model })
    .from(chatRuns)
    .where(eq(chatRuns.threadId, id))
  const runOf = new Map(runs.map((run) => [run.id, run]))
  const stored = await readMessages(db, id)
  const messages = stored.flatMap((message): RecordedMessage[] => {
    const { state, model } = runOf.get(message.id) ?? {}
    if (state === 'running') return []
    const { parentId, role } = message
    const parts = messageOfAiSdk(message).parts.map(withoutApproval)
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
  const shownId = runOf.get(headId ?? '')?.state === 'running' ? head?.parentId : head?.id
  return { id, title, page, createdAt: createdAt.toISOString(), headId: shownId ?? null, messages }
}

/** The id of an approval is of use only to who decides. */
function withoutApproval(part: ChatPart): ChatPart {
  if (part.kind !== 'tool') return part
  const { approvalId: _, ...rest } = part
  return rest
}
