import { eq } from 'drizzle-orm'
import type { UIMessage } from 'ai'
import { authorize } from '@plinth/core/access'
import type { Db } from '@plinth/core/database/server'
import type { VerbContext } from '@plinth/core/verb/server'
import type { ModelInfo } from '#/features/chat/chat-message.ts'
import { MESSAGES_MAX_BYTES } from '#/features/chat/chat-limits.ts'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import type { GetThreadInput } from '#/features/chat/chat.schema.ts'
import { chatGenerations } from '../chat.table.server.ts'
import { failStaleGenerations } from '../generation/finish-generation.server.ts'
import {
  branchOf,
  outlineMessages,
  readNewest,
  readThread,
  type OutlinedMessage,
  type StoredMessage,
} from './read-thread.server.ts'

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
  /** Of each text part of an answer the MarkdownTree as JSON, for a page. */
  trees?: string[]
}
/** An AI SDK message. */
export type ThreadMessage = Pick<UIMessage<MessageMetadata>, 'id' | 'parts'> & {
  role: 'user' | 'assistant'
  metadata: MessageMetadata
}

/**
 * Returns a thread with the newest messages of the displayed branch, oldest first; those before them with
 * `nextCursor`. While a generation runs, `generation` has its id, and its message is left out because it is
 * streamed. Any member of the workspace. Throws not_found.
 */
export async function getThread(ctx: VerbContext, { id, cursor }: GetThreadInput) {
  const actor = authorize(ctx.actor, chatsAccess.get)
  await readThread(ctx.db, actor, { id })
  await failStaleGenerations(ctx.db, id)
  // One snapshot: an answer that ends between two reads would be neither running nor among the messages.
  return ctx.db.transaction(
    async (tx) => {
      const { headId, ...thread } = await readThread(tx, actor, { id })
      const all = await outlineMessages(tx, id)
      const generations = new Map((await readGenerations(tx, id)).map((one) => [one.id, one]))
      const branch = branchOf(all, cursor ?? headId).filter(
        ({ id: own }) => generations.get(own)?.state !== 'running',
      )
      const shown = await readNewest(tx, id, { branch, maxBytes: MESSAGES_MAX_BYTES })
      const running = [...generations.values()].find(({ state }) => state === 'running')
      return {
        ...thread,
        messages: shown.map((message) =>
          toMessage(message, { generation: generations.get(message.id), all, isForPage: !actor.token }),
        ),
        nextCursor: branch.at(-shown.length - 1)?.id ?? null,
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
  all: readonly OutlinedMessage[]
  isForPage: boolean
}

function toMessage(
  { id, role, parts, trees, parentId, createdAt }: StoredMessage,
  { generation, all, isForPage }: Known,
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
      ...(isForPage && trees ? { trees } : {}),
    },
  }
}
