import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { UIMessageChunk } from 'ai'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import { authorize } from '#/core/access/access.ts'
import { chatsAccess } from './chat.access.ts'
import { chatRunEvents, chatRuns } from './chat.table.server.ts'
import { endDeadRuns } from './end-run.server.ts'
import { runTopic } from './run-topics.ts'

/** How often somebody who follows looks whether the maker still lives, and they still may. */
const LOOK_MS = 5_000

export type RunEvent = { seq: number; chunks: UIMessageChunk[] }
export type RunEvents = AsyncGenerator<RunEvent, boolean, void>
type Followed = { runId: string; threadId: string; after: number }

/**
 * The events of a run after the given one, from the log, as they are stored on any instance. Returns true at the end of the run, and false when it goes on
 * without this reader: the client or this instance leaves, or the person may no longer read the workspace. Whoever calls has checked that the thread is theirs
 * to read.
 */
export async function* followRun(ctx: VerbContext, db: OpenDatabase['db'], { runId, threadId, after }: Followed): RunEvents {
  let seen = after
  const own = new AbortController()
  const gone = AbortSignal.any([ctx.signal, own.signal])
  try {
    for await (const wake of wakes(ctx, runId, gone)) {
      if (wake === 'look' && !(await mayStillRead(ctx, db, threadId))) return false
      // The state first: what is read after an end is all there will be.
      const [run] = await db.select({ state: chatRuns.state }).from(chatRuns).where(eq(chatRuns.id, runId))
      const events = await db
        .select({ seq: chatRunEvents.seq, chunks: chatRunEvents.chunks })
        .from(chatRunEvents)
        .where(and(eq(chatRunEvents.runId, runId), gt(chatRunEvents.seq, seen)))
        .orderBy(asc(chatRunEvents.seq))
      yield* events
      seen = events.at(-1)?.seq ?? seen
      if (run?.state !== 'running') return true
    }
    return false
  } finally {
    own.abort()
  }
}

async function mayStillRead(ctx: VerbContext, db: OpenDatabase['db'], threadId: string): Promise<boolean> {
  const { workspace } = authorize(ctx.actor, chatsAccess.get)
  const now = await ctx.actorNow()
  await endDeadRuns(db, threadId)
  return now.kind === 'user' && now.workspace.organizationId === workspace.organizationId
}

/** One at once, one for each announcement, and one in between for the look. */
async function* wakes({ live }: VerbContext, runId: string, signal: AbortSignal): AsyncGenerator<'news' | 'look', void, void> {
  const changes = live.changes([runTopic(runId)], signal)
  let next = changes.next()
  for (;;) {
    let timer: NodeJS.Timeout | undefined
    const look = new Promise<'look'>((resolve) => (timer = setTimeout(() => resolve('look'), LOOK_MS)))
    const first = await Promise.race([next, look])
    clearTimeout(timer)
    if (first === 'look') {
      yield 'look'
    } else if (first.done) {
      return
    } else {
      next = changes.next()
      yield 'news'
    }
  }
}

/** The run that is being made in a thread. */
export async function runningRun(db: OpenDatabase['db'], threadId: string): Promise<string | undefined> {
  await endDeadRuns(db, threadId)
  const [run] = await db
    .select({ id: chatRuns.id })
    .from(chatRuns)
    .where(and(eq(chatRuns.threadId, threadId), eq(chatRuns.state, 'running'), sql`${chatRuns.leaseUntil} > now()`))
  return run?.id
}
