import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { UIMessageChunk } from 'ai'
import { authorize } from '@plinth/core/access'
import type { OpenDatabase } from '@plinth/core/database/server'
import { AppError, type VerbContext } from '@plinth/core/verb/server'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import { chatGenerationEvents, chatGenerations } from '../chat.table.server.ts'
import { failStaleGenerations, generationTopic } from './finish-generation.server.ts'

/** How often a follower checks that the generation still runs when nothing is announced. */
const CHECK_MS = 1_000

export type GenerationEvents = AsyncGenerator<{ seq: number; chunks: UIMessageChunk[] }, void, void>
type Followed = { generationId: string; threadId: string; after: number }

/**
 * Yields the events of a generation after the given one, on any instance, as they are stored. Ends with the
 * generation, or when `ctx.signal` is aborted. Throws unavailable when this instance stops and the generation
 * runs on another. The caller must check that the user may read the thread, and abort the signal when they no
 * longer may.
 */
export async function* followGeneration(
  ctx: VerbContext,
  db: OpenDatabase['db'],
  { generationId, threadId, after }: Followed,
): GenerationEvents {
  authorize(ctx.actor, chatsAccess.get)
  let seen = after
  for await (const _ of ctx.live.changes([generationTopic(generationId)], ctx.signal, CHECK_MS)) {
    const { state, isStale, events } = await readOn(db, generationId, seen)
    yield* events
    seen = events.at(-1)?.seq ?? seen
    if (state !== 'running') return
    // This announces the end, which the next iteration reads.
    if (isStale) await failStaleGenerations(db, threadId)
  }
  if (ctx.signal.aborted) return
  // This instance stops, and has ended its own generations.
  const { state, events } = await readOn(db, generationId, seen)
  yield* events
  if (state === 'running') throw new AppError('unavailable', 'errors:unavailable')
}

/** Reads the state first: no event follows the end of a generation, so the events read next are complete. */
async function readOn(db: OpenDatabase['db'], generationId: string, seen: number) {
  const [generation] = await db
    .select({
      state: chatGenerations.state,
      isStale: sql<boolean>`${chatGenerations.leaseUntil} <= now()`,
    })
    .from(chatGenerations)
    .where(eq(chatGenerations.id, generationId))
  const events = await db
    .select({ seq: chatGenerationEvents.seq, chunks: chatGenerationEvents.chunks })
    .from(chatGenerationEvents)
    .where(and(eq(chatGenerationEvents.generationId, generationId), gt(chatGenerationEvents.seq, seen)))
    .orderBy(asc(chatGenerationEvents.seq))
  return { ...generation, events }
}

/** Returns the id of the generation that runs in a thread, after ending a stale one. */
export async function runningGenerationId(
  db: OpenDatabase['db'],
  threadId: string,
): Promise<string | undefined> {
  await failStaleGenerations(db, threadId)
  const [generation] = await db
    .select({ id: chatGenerations.id })
    .from(chatGenerations)
    .where(
      and(
        eq(chatGenerations.threadId, threadId),
        eq(chatGenerations.state, 'running'),
        sql`${chatGenerations.leaseUntil} > now()`,
      ),
    )
  return generation?.id
}
