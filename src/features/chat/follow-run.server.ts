import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { UIMessageChunk } from 'ai'
import { authorize } from '#/core/access/access.ts'
import type { SignedInActor } from '#/core/access/actor.ts'
import { personTopic } from '#/core/auth/administration/end-access.server.ts'
import type { OpenDatabase } from '#/core/db/database.server.ts'
import type { Live } from '#/core/realtime/live.server.ts'
import type { VerbContext } from '#/core/trpc/context.server.ts'
import { chatsAccess } from './chat.access.ts'
import { chatRunEvents, chatRuns } from './chat.table.server.ts'
import { endDeadRuns } from './end-run.server.ts'
import { runTopic } from './run-topics.ts'

/** How often somebody who follows looks whether the maker still lives, and they still may, when nothing is announced. */
const LOOK_MS = 5_000

export type RunEvent = { seq: number; chunks: UIMessageChunk[] }
export type RunEvents = AsyncGenerator<RunEvent, boolean, void>
type Followed = { runId: string; threadId: string; after: number }

/**
 * The events of a run after the given one, from the log, as they are stored on any instance. Returns true at the end of the run, and false when it goes on
 * without this reader: the client or this instance leaves, or the person may no longer read the workspace, which ends it as soon as that is announced. Whoever
 * calls has checked that the thread is theirs to read.
 */
export async function* followRun(ctx: VerbContext, db: OpenDatabase['db'], { runId, threadId, after }: Followed): RunEvents {
  const actor = authorize(ctx.actor, chatsAccess.get)
  let seen = after
  const own = new AbortController()
  const gone = AbortSignal.any([ctx.signal, own.signal])
  const topics = { look: personTopic(actor.userId), news: runTopic(runId) }
  try {
    for await (const wake of wakes(ctx.live, topics, gone)) {
      if (wake === 'look') {
        if (!(await mayStillRead(ctx, actor))) return false
        await endDeadRuns(db, threadId)
      }
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

async function mayStillRead(ctx: VerbContext, { workspace }: SignedInActor): Promise<boolean> {
  const now = await ctx.actorNow()
  return now.kind === 'user' && now.workspace.organizationId === workspace.organizationId
}

type Wake = 'look' | 'news'

/** One for each announcement under the two topics, the person's first where both have come; one of each at once, and a look after a while without any. */
async function* wakes(live: Live, topics: Record<Wake, string>, signal: AbortSignal): AsyncGenerator<Wake, void, void> {
  const changes = { look: live.changes([topics.look], signal), news: live.changes([topics.news], signal) }
  const come = async (wake: Wake) => ({ wake, isOver: (await changes[wake].next()).done === true })
  const coming = { look: come('look'), news: come('news') }
  for (;;) {
    let timer: NodeJS.Timeout | undefined
    const quiet = new Promise<'quiet'>((resolve) => (timer = setTimeout(() => resolve('quiet'), LOOK_MS)))
    const first = await Promise.race([coming.look, coming.news, quiet])
    clearTimeout(timer)
    if (first === 'quiet') {
      yield 'look'
    } else if (first.isOver) {
      return
    } else {
      coming[first.wake] = come(first.wake)
      yield first.wake
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
