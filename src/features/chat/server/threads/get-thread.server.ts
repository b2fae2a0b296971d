import { eq } from 'drizzle-orm'
import type { UIMessage } from 'ai'
import { authorize } from '#/core/access/access.ts'
import type { Db } from '#/core/db/database.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import type { ModelInfo } from '#/features/chat/chat-message.ts'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import type { ThreadIdInput } from '#/features/chat/chat.schema.ts'
import { chatGenerations } from '../chat.table.server.ts'
import { failStaleGenerations } from '../generation/finish-generation.server.ts'
import { branchOf, readMessages, readThread, type StoredMessage } from './read-thread.server.ts'

type GenerationState = typeof chatGenerations.$inferSelect.state

/**
 * The metadata of a message. `siblings`: the ids of all its versions, including itself, oldest first; only
 * set when there are several.
 */
type MessageMetadata = {
  createdAt: string
  state?: GenerationState
  model?: ModelInfo
  siblings?: string[]
}
/** An AI SDK message. */
type ThreadMessage = Pick<UIMessage<MessageMetadata>, 'id' | 'parts'> & {
  role: 'user' | 'assistant'
  metadata: MessageMetadata
}

/**
 * Returns a thread with the messages of the displayed branch, oldest first. While a generation runs,
 * `generation` has its id, and its message is left out because it is streamed. Any member of the workspace.
 * Throws not_found.
 */
export async function getThread(ctx: VerbContext, { id }: ThreadIdInput) {
  const actor = authorize(ctx.actor, chatsAccess.get)
  await readThread(ctx.db, actor, { id })
  await failStaleGenerations(ctx.db, id)
  // One snapshot: an answer that ends between two reads would be neither running nor among the messages.
  return ctx.db.transaction(
    async (tx) => {
      const { headId, ...thread } = await readThread(tx, actor, { id })
      const all = await readMessages(tx, id)
      const generations = new Map((await readGenerations(tx, id)).map((one) => [one.id, one]))
      const shown = branchOf(all, headId).filter(({ id: own }) => generations.get(own)?.state !== 'running')
      const running = [...generations.values()].find(({ state }) => state === 'running')
      return {
        ...thread,
        messages: shown.map((message) =>
          toMessage(message, { generation: generations.get(message.id), all }),
        ),
        generation: running ? { id: running.id } : null,
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

function readGenerations(db: Db, threadId: string) {
  return db
    .select({ id: chatGenerations.id, state: chatGenerations.state, model: chatGenerations.model })
    .from(chatGenerations)
    .where(eq(chatGenerations.threadId, threadId))
}

type Known = {
  generation: { state: GenerationState; model: ModelInfo } | undefined
  all: readonly StoredMessage[]
}

function toMessage(
  { id, role, parts, parentId, createdAt }: StoredMessage,
  { generation, all }: Known,
): ThreadMessage {
  const siblings = all
    .filter((other) => other.parentId === parentId && other.role === role)
    .map((other) => other.id)
  return {
    id,
    role,
    parts,
    metadata: {
      createdAt: createdAt.toISOString(),
      ...(generation ? { state: generation.state, model: generation.model } : {}),
      ...(siblings.length > 1 ? { siblings } : {}),
    },
  }
}
