import { and, asc, eq, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import type { Db, OpenDatabase, Transaction } from '#/core/db/database.server.ts'
import { announce } from '#/core/realtime/live.server.ts'
import type { ModelFailure } from './chat-parts.server.ts'
import { chatMessages, chatRunEvents, chatRuns, chatThreads } from './chat.table.server.ts'
import { runTopic } from './run-topics.ts'

export type RunEnd = 'waiting' | 'done' | 'stopped' | 'failed'

type Ended = { id: string; state: RunEnd; chunks: readonly UIMessageChunk[]; onlyIf: SQL }

/**
 * What a failed answer ends with: what people are shown of it, kept with the message, and the protocol's own
 * word for it.
 */
export function failureChunks({ code, params }: ModelFailure): UIMessageChunk[] {
  return [
    { type: 'data-failure', data: { code, params } },
    { type: 'error', errorText: code },
  ]
}

/**
 * Ends a running answer: state, the last of its log, and the message it has become, in one transaction.
 * Answers false and writes nothing when the run is no longer running, or `onlyIf` doesn't hold: then somebody
 * else has ended it.
 */
export async function endRun(tx: Transaction, { id, state, chunks, onlyIf }: Ended): Promise<boolean> {
  const [run] = await tx
    .update(chatRuns)
    .set({ state, endedAt: sql`now()` })
    .where(and(eq(chatRuns.id, id), eq(chatRuns.state, 'running'), onlyIf))
    .returning({ threadId: chatRuns.threadId, questionId: chatRuns.questionId })
  if (!run) return false
  const { threadId, questionId } = run
  await tx.execute(sql`
    insert into ${chatRunEvents} (run_id, seq, chunks)
    select ${id}, coalesce(max(seq), 0) + 1, ${JSON.stringify(chunks)}::jsonb from ${chatRunEvents} where run_id = ${id}`)
  const parts = await partsOf(await readChunks(tx, id))
  const text = textOf(parts)
  await tx
    .insert(chatMessages)
    .values({ threadId, id, parentId: questionId, role: 'assistant', parts, text })
    .onConflictDoUpdate({ target: [chatMessages.threadId, chatMessages.id], set: { parts, text } })
  // Whoever has chosen another branch meanwhile stays there.
  await tx
    .update(chatThreads)
    .set({ headId: id })
    .where(and(eq(chatThreads.id, threadId), inArray(chatThreads.headId, [questionId, id])))
  await tx
    .update(chatThreads)
    .set({ updatedAt: sql`now()` })
    .where(eq(chatThreads.id, threadId))
  await announce(tx, runTopic(id))
  return true
}

/** Everything a run has said so far. */
export async function readChunks(db: Db, runId: string): Promise<UIMessageChunk[]> {
  const events = await db
    .select({ chunks: chatRunEvents.chunks })
    .from(chatRunEvents)
    .where(eq(chatRunEvents.runId, runId))
    .orderBy(asc(chatRunEvents.seq))
  return events.flatMap(({ chunks }) => chunks)
}

/**
 * The message that a log builds, as the AI SDK's own client would build it; what was cut off in the middle
 * counts as finished.
 */
export async function partsOf(chunks: readonly UIMessageChunk[]): Promise<UIMessage['parts']> {
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of merged(chunks)) controller.enqueue(chunk)
      controller.close()
    },
  })
  let parts: UIMessage['parts'] = []
  for await (const message of readUIMessageStream({ stream })) parts = message.parts
  return parts.map((part) =>
    'state' in part && part.state === 'streaming' ? { ...part, state: 'done' } : part,
  )
}

/** Pieces of one text as one piece. */
export function merged(chunks: readonly UIMessageChunk[]): UIMessageChunk[] {
  const whole: UIMessageChunk[] = []
  for (const chunk of chunks) {
    const last = whole.at(-1)
    const continues =
      last && 'delta' in chunk && 'delta' in last && chunk.type === last.type && chunk.id === last.id
    if (continues) whole[whole.length - 1] = { ...last, delta: last.delta + chunk.delta } as UIMessageChunk
    else whole.push(chunk)
  }
  return whole
}

const textOf = (parts: UIMessage['parts']): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')

/**
 * Ends answers whose maker gave no sign of life: its process was killed, or has lost the database. What has
 * come is kept, and said to be no more.
 */
export async function endDeadRuns(db: OpenDatabase['db'] | Db, threadId?: string): Promise<void> {
  const isDead = lte(chatRuns.leaseUntil, sql`now()`)
  const dead = await db
    .select({ id: chatRuns.id })
    .from(chatRuns)
    .where(
      and(
        eq(chatRuns.state, 'running'),
        isDead,
        threadId === undefined ? undefined : eq(chatRuns.threadId, threadId),
      ),
    )
  const chunks = failureChunks({ code: 'chat:errors.interrupted', params: {} })
  for (const { id } of dead)
    await db.transaction((tx) => endRun(tx, { id, state: 'failed', chunks, onlyIf: isDead }))
}
