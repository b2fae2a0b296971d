import { and, eq, sql } from 'drizzle-orm'
import type { UIMessageChunk } from 'ai'
import type { OpenDatabase, Transaction } from '#/core/db/database.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { announce, type Live } from '#/core/realtime/live.server.ts'
import { watchAccess } from '#/core/realtime/stream.server.ts'
import type { ChatPage } from './chat-limits.ts'
import type { ChatModel } from './chat-parts.server.ts'
import { chatRunEvents, chatRuns } from './chat.table.server.ts'
import { endRun, merged, type RunEnd } from './end-run.server.ts'
import { runTopic, stopTopic } from './run-topics.ts'
import { storable } from './storable-chunk.ts'
import type { TokenAccount } from './token-budget.server.ts'

/** A run is believed to be made by its process until this long after the last sign of life. */
export const LEASE_SECONDS = 5
const BEAT_MS = 1_500
/** Chunks that come within this time are stored together. */
const BATCH_MS = 40
const END_TRIES = 5

/**
 * A run that this process makes. `continues`: after a person's word on a tool; `seq`: the last event of its
 * log.
 */
export type StartedRun = {
  id: string
  threadId: string
  page: ChatPage
  questionId: string
  model: ChatModel
  account: TokenAccount
  continues: boolean
  seq: number
  /** Tokens it had cost before it went on. */
  spentBefore: number
}

/**
 * Why a run is broken off: a user wants it, another process has ended it, this one is told to stop, or its
 * user has lost access.
 */
export type BreakOff = 'stopped' | 'lost' | 'closing' | 'access'

export type RunLog = {
  /** Aborted, with a BreakOff for its reason, when the answer is not to go on. */
  signal: AbortSignal
  write(chunk: UIMessageChunk): void
  /**
   * Stores what is left and ends the run; `also` in the same transaction. Resolves also when somebody else
   * has ended it, or the database stays away.
   */
  end(
    state: RunEnd,
    chunks: readonly UIMessageChunk[],
    also?: (tx: Transaction) => Promise<void>,
  ): Promise<void>
}

type Held = {
  db: OpenDatabase['db']
  live: Live
  log: Log
  holder: string
  run: StartedRun
  /** Whether the user who has asked may still have it answered. */
  mayGoOn: () => Promise<boolean>
}

/**
 * Opens the log of a run that this process holds, shows its signs of life, and listens for the order to stop
 * and for the user's access.
 */
export function openRunLog({ db, live, log, holder, run, mayGoOn }: Held): RunLog {
  const breakOff = new AbortController()
  const closed = new AbortController()
  const isHeld = and(eq(chatRuns.id, run.id), eq(chatRuns.state, 'running'), eq(chatRuns.holder, holder))
  let { seq } = run
  let waiting: UIMessageChunk[] = []
  let storing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const stopFor = (reason: BreakOff) => breakOff.abort(reason)

  async function beat(): Promise<void> {
    const [held] = await db
      .update(chatRuns)
      .set({ leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
      .where(isHeld)
      .returning({ stopAskedAt: chatRuns.stopAskedAt })
    if (!held) stopFor('lost')
    else if (held.stopAskedAt) stopFor('stopped')
  }

  async function store(): Promise<void> {
    const chunks = merged(waiting)
    waiting = []
    if (chunks.length === 0 || breakOff.signal.reason === 'lost') return
    try {
      await db.transaction(async (tx) => {
        const [held] = await tx
          .update(chatRuns)
          .set({ leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
          .where(isHeld)
          .returning({ id: chatRuns.id })
        if (!held) return stopFor('lost')
        await tx.insert(chatRunEvents).values({ runId: run.id, seq: seq + 1, chunks })
        await announce(tx, runTopic(run.id))
      })
      seq += 1
    } catch (error) {
      log.warn({ err: error, runId: run.id }, 'a part of an answer could not be stored yet')
      waiting = [...chunks, ...waiting]
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    return (storing = storing.then(store))
  }

  async function listen(): Promise<void> {
    for await (const _ of live.changes([stopTopic(run.id)], closed.signal)) await beat()
    if (!closed.signal.aborted) stopFor('closing')
  }

  const beating = setInterval(() => void beat().catch(() => {}), BEAT_MS)
  void watchAccess(live, { userId: run.account.userId, signal: closed.signal, mayGoOn }).then(
    (end) => end === 'lost' && stopFor('access'),
  )
  void listen().catch((error: unknown) =>
    log.warn({ err: error, runId: run.id }, 'an answer can no longer be told to stop'),
  )

  return {
    signal: breakOff.signal,
    write(chunk) {
      waiting.push(storable(chunk))
      timer ??= setTimeout(() => void flush(), BATCH_MS)
    },
    async end(state, chunks, also) {
      for (let tries = 0; tries < END_TRIES; tries += 1) {
        try {
          await flush()
          if (breakOff.signal.reason === 'lost') break
          const rest = [...waiting, ...chunks].map(storable)
          await db.transaction(async (tx) => {
            const isMine = await endRun(tx, {
              id: run.id,
              state,
              chunks: rest,
              onlyIf: eq(chatRuns.holder, holder),
            })
            if (isMine) await also?.(tx)
          })
          break
        } catch (error) {
          log.warn({ err: error, runId: run.id }, 'the end of an answer could not be stored yet')
          await new Promise((resolve) => setTimeout(resolve, 500 * (tries + 1)).unref())
        }
      }
      clearInterval(beating)
      closed.abort()
    },
  }
}
