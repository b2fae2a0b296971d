import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { UIMessageChunk } from 'ai'
import { authorize } from '#/core/access/access.ts'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { chatsAccess } from './chat.access.ts'
import { chatRunEvents, chatRuns } from './chat.table.server.ts'
import { endDeadRuns } from './end-run.server.ts'
import { runTopic } from './run-topics.ts'

/** How often a follower checks, when nothing is announced, that the run is still being made. */
const LOOK_MS = 1_000

export type RunEvent = { seq: number; chunks: UIMessageChunk[] }
export type RunEvents = AsyncGenerator<RunEvent, void, void>
export type Followed = { runId: string; threadId: string; after: number }

/**
 * The events of a run after the given one, from the log, as they are stored on any instance. Ends with the
 * run, or when `ctx.signal` is aborted. The caller has checked that the thread is the user's to read, and
 * aborts the signal when it no longer is.
 */
export async function* followRun(
  ctx: VerbContext,
  db: OpenDatabase['db'],
  { runId, threadId, after }: Followed,
): RunEvents {
  authorize(ctx.actor, chatsAccess.get)
  let seen = after
  for await (const _ of ctx.live.changes([runTopic(runId)], ctx.signal, LOOK_MS)) {
    // The state first: what is read after an end is all there will be.
    const [run] = await db
      .select({ state: chatRuns.state, isDead: sql<boolean>`${chatRuns.leaseUntil} <= now()` })
      .from(chatRuns)
      .where(eq(chatRuns.id, runId))
    const events = await db
      .select({ seq: chatRunEvents.seq, chunks: chatRunEvents.chunks })
      .from(chatRunEvents)
      .where(and(eq(chatRunEvents.runId, runId), gt(chatRunEvents.seq, seen)))
      .orderBy(asc(chatRunEvents.seq))
    yield* events
    seen = events.at(-1)?.seq ?? seen
    if (run?.state !== 'running') return
    // Ending it announces it, which is read here in the next round.
    if (run.isDead) await endDeadRuns(db, threadId)
  }
}

/** The run that is being made in a thread. */
export async function runningRun(db: OpenDatabase['db'], threadId: string): Promise<string | undefined> {
  await endDeadRuns(db, threadId)
  const [run] = await db
    .select({ id: chatRuns.id })
    .from(chatRuns)
    .where(
      and(
        eq(chatRuns.threadId, threadId),
        eq(chatRuns.state, 'running'),
        sql`${chatRuns.leaseUntil} > now()`,
      ),
    )
  return run?.id
}
