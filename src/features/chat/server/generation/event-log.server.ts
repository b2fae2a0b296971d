import { and, eq, sql } from 'drizzle-orm'
import type { UIMessageChunk } from 'ai'
import type { OpenDatabase, Transaction } from '@plinth/core/database/server'
import type { Log } from '@plinth/core/server'
import { type Live, announce, watchAccess } from '@plinth/core/live/server'
import type { ChatPage } from '#/features/chat/chat-pages.ts'
import type { ChatModel } from '../chat-services.server.ts'
import { chatGenerationEvents, chatGenerations } from '../chat.table.server.ts'
import type { TokenAccount, TokenReservation } from '../limits/token-budget.server.ts'
import { merged, storable } from './chunks.ts'
import {
  finishGeneration,
  generationTopic,
  stopTopic,
  type GenerationEnd,
} from './finish-generation.server.ts'

/** A generation is stale this long after the last heartbeat of its process. */
export const LEASE_SECONDS = 5
const HEARTBEAT_MS = 1_500
/** Chunks that arrive within this time are stored together. */
const BATCH_MS = 40
const END_TRIES = 5

/** A generation that this process runs. */
export type Generation = {
  id: string
  threadId: string
  page: ChatPage
  userMessageId: string
  model: ChatModel
  account: TokenAccount
  /** Tokens reserved for the first model call; undefined for a model that costs nothing. */
  reservation: TokenReservation | undefined
  /** Whether it continues after tool approvals. */
  continues: boolean
  /** The number of the last event in its log. */
  seq: number
}

/**
 * Why a generation is aborted: a user stopped it, another process has ended it, this process shuts down, or
 * its user has lost access.
 */
export type AbortReason = 'stopped' | 'lost' | 'closing' | 'access'

export type EventLog = {
  /** Aborted with an AbortReason. */
  signal: AbortSignal
  write(chunk: UIMessageChunk): void
  /**
   * Stores the remaining chunks and ends the generation; runs `also` in the same transaction. Also resolves
   * when another process has ended it or the database stays unreachable.
   */
  end(
    state: GenerationEnd,
    chunks: readonly UIMessageChunk[],
    also?: (tx: Transaction) => Promise<void>,
  ): Promise<void>
}

type Options = {
  db: OpenDatabase['db']
  live: Live
  log: Log
  holder: string
  generation: Generation
  /** Whether the user who sent the message still has access. */
  hasAccess: () => Promise<boolean>
}

/**
 * Opens the event log of a generation that this process runs, renews its lease, and aborts it on a stop
 * request or when its user loses access.
 */
export function openEventLog({ db, live, log, holder, generation, hasAccess }: Options): EventLog {
  const { id } = generation
  const abort = new AbortController()
  const closed = new AbortController()
  const isHeld = and(
    eq(chatGenerations.id, id),
    eq(chatGenerations.state, 'running'),
    eq(chatGenerations.holder, holder),
  )
  const renewed = { leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` }
  let { seq } = generation
  let waiting: UIMessageChunk[] = []
  /** What has the next number, until the database confirms it: it may be stored although no answer came. */
  let batch: UIMessageChunk[] = []
  let storing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const abortFor = (reason: AbortReason) => abort.abort(reason)

  async function heartbeat(): Promise<void> {
    const [held] = await db
      .update(chatGenerations)
      .set(renewed)
      .where(isHeld)
      .returning({ stopAskedAt: chatGenerations.stopAskedAt })
    if (!held) abortFor('lost')
    else if (held.stopAskedAt) abortFor('stopped')
  }

  async function store(): Promise<void> {
    const isAgain = batch.length > 0
    if (!isAgain) {
      batch = merged(waiting)
      waiting = []
    }
    if (batch.length === 0 || abort.signal.reason === 'lost') return
    const event = { generationId: id, seq: seq + 1, chunks: batch }
    try {
      await db.transaction(async (tx) => {
        const [held] = await tx
          .update(chatGenerations)
          .set(renewed)
          .where(isHeld)
          .returning({ id: chatGenerations.id })
        if (!held) return abortFor('lost')
        await tx.insert(chatGenerationEvents).values(event).onConflictDoNothing()
        await announce(tx, generationTopic(id))
      })
      seq += 1
      batch = []
    } catch (error) {
      log.warn({ err: error, generationId: id }, 'a chunk of an answer could not be stored yet')
      return
    }
    // What came in the meantime.
    if (isAgain) await store()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    return (storing = storing.then(store))
  }

  async function listen(): Promise<void> {
    for await (const _ of live.changes([stopTopic(id)], closed.signal)) await heartbeat()
  }

  const close = () => abortFor('closing')
  const { ending } = live.work
  if (ending.aborted) close()
  else ending.addEventListener('abort', close)

  const heartbeats = setInterval(() => void heartbeat().catch(() => {}), HEARTBEAT_MS)
  const { userId } = generation.account
  void watchAccess(live, { userId, signal: closed.signal, mayGoOn: hasAccess }).then(
    (end) => end === 'lost' && abortFor('access'),
  )
  void listen().catch((error: unknown) =>
    log.warn({ err: error, generationId: id }, 'a generation can no longer be stopped remotely'),
  )

  return {
    signal: abort.signal,
    write(chunk) {
      waiting.push(storable(chunk))
      timer ??= setTimeout(() => void flush(), BATCH_MS)
    },
    async end(state, chunks, also) {
      for (let tries = 0; tries < END_TRIES; tries += 1) {
        try {
          await flush()
          if (abort.signal.reason === 'lost') break
          if (batch.length > 0) throw new Error('An earlier part of the answer is not confirmed')
          const rest = [...waiting, ...chunks].map(storable)
          await db.transaction(async (tx) => {
            const onlyIf = eq(chatGenerations.holder, holder)
            const isFinished = await finishGeneration(tx, { id, state, chunks: rest, onlyIf })
            if (isFinished) await also?.(tx)
          })
          break
        } catch (error) {
          log.warn({ err: error, generationId: id }, 'the end of an answer could not be stored yet')
          await new Promise((resolve) => setTimeout(resolve, 500 * (tries + 1)).unref())
        }
      }
      clearInterval(heartbeats)
      ending.removeEventListener('abort', close)
      closed.abort()
    },
  }
}
