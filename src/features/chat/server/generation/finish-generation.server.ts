import { and, asc, eq, inArray, lte, sql, type SQL } from 'drizzle-orm'
import type { UIMessageChunk } from 'ai'
import type { ModelFailure } from '@plinth/core/server'
import { type Db, type OpenDatabase, type Transaction, holdOwners } from '@plinth/core/database/server'
import { announce } from '@plinth/core/live/server'
import { chatGenerationEvents, chatGenerations, chatMessages, chatThreads } from '../chat.table.server.ts'
import { partsOf } from './chunks.ts'

/** The topic that announces new events of a generation. */
export const generationTopic = (id: string): string => `chat-generation:${id}`
/** The topic that tells the process of a generation to stop it. */
export const stopTopic = (id: string): string => `chat-stop:${id}`

export type GenerationEnd = 'waiting' | 'done' | 'stopped' | 'failed'

type Finished = { id: string; state: GenerationEnd; chunks: readonly UIMessageChunk[]; onlyIf: SQL }

/** The last chunks of a failed answer: the failure, which is stored and shown to users, and the error. */
export function failureChunks({ code, params }: ModelFailure): UIMessageChunk[] {
  return [
    { type: 'data-failure', data: { code, params } },
    { type: 'error', errorText: code },
  ]
}

/**
 * Ends a running generation: writes its state, its last event and its message in one transaction. Returns
 * false and writes nothing when it is no longer running or `onlyIf` doesn't hold, because another process has
 * ended it.
 */
export async function finishGeneration(
  tx: Transaction,
  { id, state, chunks, onlyIf }: Finished,
): Promise<boolean> {
  const [owners] = await tx
    .select({ organizationId: chatThreads.organizationId, userId: chatGenerations.userId })
    .from(chatThreads)
    .innerJoin(chatGenerations, eq(chatGenerations.threadId, chatThreads.id))
    .where(eq(chatGenerations.id, id))
  if (owners) await holdOwners(tx, owners)
  // Locks the thread first, as everywhere else: a concurrent stop would otherwise deadlock.
  const [generation] = await tx
    .select({ threadId: chatGenerations.threadId, userMessageId: chatGenerations.userMessageId })
    .from(chatThreads)
    .innerJoin(chatGenerations, eq(chatGenerations.threadId, chatThreads.id))
    .where(eq(chatGenerations.id, id))
    .for('update', { of: chatThreads })
  if (!generation) return false
  const { threadId, userMessageId } = generation
  const ended = await tx
    .update(chatGenerations)
    .set({ state, endedAt: sql`now()` })
    .where(and(eq(chatGenerations.id, id), eq(chatGenerations.state, 'running'), onlyIf))
    .returning({ id: chatGenerations.id })
  if (ended.length === 0) return false
  await tx.execute(sql`
    insert into ${chatGenerationEvents} (run_id, seq, chunks)
    select ${id}, coalesce(max(seq), 0) + 1, ${JSON.stringify(chunks)}::jsonb
    from ${chatGenerationEvents} where run_id = ${id}`)
  const parts = await partsOf(await readChunks(tx, id))
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  await tx
    .insert(chatMessages)
    .values({ threadId, id, parentId: userMessageId, role: 'assistant', parts, text })
    .onConflictDoUpdate({
      target: [chatMessages.threadId, chatMessages.id],
      set: { parts, text, trees: null },
    })
  // A user who has switched to another branch stays there.
  await tx
    .update(chatThreads)
    .set({ headId: id })
    .where(and(eq(chatThreads.id, threadId), inArray(chatThreads.headId, [userMessageId, id])))
  await tx
    .update(chatThreads)
    .set({ updatedAt: sql`now()` })
    .where(eq(chatThreads.id, threadId))
  await announce(tx, generationTopic(id))
  return true
}

/** Returns all chunks in the event log of a generation. */
export async function readChunks(db: Db, generationId: string): Promise<UIMessageChunk[]> {
  const events = await db
    .select({ chunks: chatGenerationEvents.chunks })
    .from(chatGenerationEvents)
    .where(eq(chatGenerationEvents.generationId, generationId))
    .orderBy(asc(chatGenerationEvents.seq))
  return events.flatMap(({ chunks }) => chunks)
}

/**
 * Ends generations whose lease has expired because their process was killed or lost the database. Keeps the
 * partial answer, with a note that it was interrupted.
 */
export async function failStaleGenerations(db: OpenDatabase['db'] | Db, threadId?: string): Promise<void> {
  const isStale = lte(chatGenerations.leaseUntil, sql`now()`)
  const stale = await db
    .select({ id: chatGenerations.id })
    .from(chatGenerations)
    .where(
      and(
        eq(chatGenerations.state, 'running'),
        isStale,
        threadId === undefined ? undefined : eq(chatGenerations.threadId, threadId),
      ),
    )
  const chunks = failureChunks({ code: 'chat:errors.interrupted', params: {} })
  for (const { id } of stale)
    await db.transaction((tx) => finishGeneration(tx, { id, state: 'failed', chunks, onlyIf: isStale }))
}
