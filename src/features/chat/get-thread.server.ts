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

/**
 * What is known of a message beside its parts. `siblings`: the ids of all its versions, itself among them,
 * oldest first; only where there are several.
 */
export type MessageMetadata = {
  createdAt: string
  state?: RunState
  model?: AnswerModel
  siblings?: string[]
}
/** A message as it travels: one of the AI SDK's. */
export type ChatMessage = Pick<UIMessage<MessageMetadata>, 'id' | 'parts'> & {
  role: 'user' | 'assistant'
  metadata: MessageMetadata
}

/**
 * A thread with the messages of the branch that is shown, oldest first. While an answer is being made `run`
 * says so, and its message is not among them: it comes by the stream. Any member of the workspace. Throws
 * not_found.
 */
export async function getThread(ctx: VerbContext, { id }: ThreadIdInput) {
  const actor = authorize(ctx.actor, chatsAccess.get)
  await readThread(ctx.db, actor, { id })
  await endDeadRuns(ctx.db, id)
  // As of one moment: an answer that ends between two looks would be neither running nor among the messages.
  return ctx.db.transaction(
    async (tx) => {
      const { headId, ...thread } = await readThread(tx, actor, { id })
      const all = await readMessages(tx, id)
      const runs = new Map((await readRuns(tx, id)).map((run) => [run.id, run]))
      const shown = branchOf(all, headId).filter((message) => runs.get(message.id)?.state !== 'running')
      const running = [...runs.values()].find(({ state }) => state === 'running')
      return {
        ...thread,
        messages: shown.map((message) => toChatMessage(message, { run: runs.get(message.id), all })),
        run: running ? { id: running.id, state: 'running' as const } : null,
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

function readRuns(db: Db, threadId: string) {
  return db
    .select({ id: chatRuns.id, state: chatRuns.state, model: chatRuns.model })
    .from(chatRuns)
    .where(eq(chatRuns.threadId, threadId))
}

type Known = { run: { state: RunState; model: AnswerModel } | undefined; all: readonly StoredMessage[] }

function toChatMessage(
  { id, role, parts, parentId, createdAt }: StoredMessage,
  { run, all }: Known,
): ChatMessage {
  const siblings = all
    .filter((other) => other.parentId === parentId && other.role === role)
    .map((other) => other.id)
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
