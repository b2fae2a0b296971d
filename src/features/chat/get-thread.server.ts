import { eq } from 'drizzle-orm'
import type { UIMessage } from 'ai'
import { authorize } from '#/core/access/access.ts'
import type { Db } from '#/core/db/database.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { chatsAccess } from './chat.access.ts'
import type { AnswerModel } from './chat-parts.server.ts'
import type { ThreadIdInput } from './chat.schema.ts'
import { chatRuns } from './chat.table.server.ts'
import { endDeadRuns } from './end-run.server.ts'
import { branchOf, readMessages, readThread, type StoredMessage } from './read-thread.server.ts'

type RunState = typeof chatRuns.$inferSelect.state

/** What is known of a message beside its parts. `siblings`: the ids of all its versions, itself among them, oldest first; only where there are several. */
export type MessageMetadata = { createdAt: string; state?: RunState; model?: AnswerModel; siblings?: string[] }
/** A message as it travels: one of the AI SDK's. */
export type ChatMessage = Pick<UIMessage<MessageMetadata>, 'id' | 'parts'> & { role: 'user' | 'assistant'; metadata: MessageMetadata }

/**
 * A thread with the messages of the branch that is shown, oldest first. While an answer is being made `run` says so, and its message is not among them: it
 * comes by the stream. Any member of the workspace. Throws not_found.
 */
export async function getThread(ctx: VerbContext, { id }: ThreadIdInput) {
  const actor = authorize(ctx.actor, chatsAccess.get)
  await readThread(ctx.db, actor, { id })
  await endDeadRuns(ctx.db, id)
  const { headId, ...thread } = await readThread(ctx.db, actor, { id })
  const messages = await shownMessages(ctx.db, id, headId)
  const [running] = (await readRuns(ctx.db, id)).filter((run) => run.state === 'running')
  return { ...thread, messages, run: running ? { id: running.id, state: 'running' as const } : null }
}

function readRuns(db: Db, threadId: string) {
  return db.select({ id: chatRuns.id, state: chatRuns.state, model: chatRuns.model }).from(chatRuns).where(eq(chatRuns.threadId, threadId))
}

async function shownMessages(db: Db, threadId: string, headId: string | null): Promise<ChatMessage[]> {
  const [messages, runs] = [await readMessages(db, threadId), await readRuns(db, threadId)]
  const runOf = new Map(runs.map((run) => [run.id, run]))
  const shown = branchOf(messages, headId).filter(({ id }) => runOf.get(id)?.state !== 'running')
  return shown.map((message) => toChatMessage(message, { run: runOf.get(message.id), all: messages }))
}

type Known = { run: { state: RunState; model: AnswerModel } | undefined; all: readonly StoredMessage[] }

function toChatMessage({ id, role, parts, parentId, createdAt }: StoredMessage, { run, all }: Known): ChatMessage {
  const siblings = all.filter((other) => other.parentId === parentId && other.role === role).map((other) => other.id)
  return {
    id,
    role,
    parts,
    metadata: {
      createdAt: createdAt.toISOString(),
      ...(run ? { state: run.state, model: run.model } : {}),
      ...(siblings.length > 1 ? { siblings } : {}),
    },
  }
}
