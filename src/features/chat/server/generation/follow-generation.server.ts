import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { UIMessageChunk } from 'ai'
import { authorize } from '#/core/access/access.ts'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { chatsAccess } from '#/features/chat/chat.access.ts'
import { chatGenerationEvents, chatGenerations } from '../chat.table.server.ts'
import { failStaleGenerations, generationTopic } from './finish-generation.server.ts'

/** How often a follower checks, when nothing is announced, that the generation still runs. */
const CHECK_MS = 1_000

export type GenerationEvents = AsyncGenerator<{ seq: number; chunks: UIMessageChunk[] }, void, void>
type Followed = { generationId: string; threadId: string; after: number }

/**
 * The events of a generation after the given one, as they are stored on any instance. Ends with the
 * generation, or when `ctx.signal` is aborted. The caller has checked that the user may read the thread, and
 * aborts the signal when they no longer may.
 */
export async function* followGeneration(
  ctx: VerbContext,
  db: OpenDatabase['db'],
  { generationId, threadId, after }: Followed,
): GenerationEvents {
  authorize(ctx.actor, chatsAccess.get)
  let seen = after
  for await (const _ of ctx.live.changes([generationTopic(generationId)], ctx.signal, CHECK_MS)) {
    // The state first: what is read after an end is all there will be.
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
    yield* events
    seen = events.at(-1)?.seq ?? seen
    if (generation?.state !== 'running') return
    // Its end is announced, and read in the next round.
    if (generation.isStale) await failStaleGenerations(db, threadId)
  }
}

/** The generation that runs in a thread. */
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
