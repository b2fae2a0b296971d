import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterCommit, type Db, type Transaction } from '#/core/db/database.server.ts'
import type { Log } from '#/core/log/log.server.ts'
import { sharedRedis, type Following, type Redis } from '#/core/redis/redis.server.ts'
import { StreamPlaces } from './stream-places.server.ts'

const CHANNEL = 'plinth_live'
// With Redis, how long a stream goes without looking when nothing is announced, and as long as this instance
// alone has lost Redis.
const LOOK_MS = 60_000
const LOOK_WITHOUT_REDIS_MS = 5_000
const RETRY_MIN_MS = 250
const RETRY_MAX_MS = 5_000
// A connection that was lost without a word looks like one on which nothing is announced.
const CHECK_EVERY_MS = 10_000
const CHECK_TIMEOUT_MS = 5_000

/**
 * Tells streams of every instance that something has changed, and where; what has changed they read from the
 * database.
 */
export type Live = {
  /**
   * Yields once as soon as announcements arrive, and again after each that concerns one of the topics;
   * several in a row may come as one. After a lost connection it yields too, because something may have been
   * missed, with Redis once in a while, and after `quietMs` without any. Ends when `signal` is aborted or the
   * instance stops; an aborted signal releases everything, also where nobody asks the generator any more.
   */
  changes(topics: readonly string[], signal: AbortSignal, quietMs?: number): AsyncGenerator<void, void, void>
  /** The streams that clients of this instance follow. */
  places: StreamPlaces
  /** How many listen to topics on this instance: streams, and answers being made. */
  listening(): number
  close(): Promise<void>
}

/**
 * Announces a change under a topic when the transaction commits, and only then. Any verb. A topic has at most
 * 200 characters. With Redis it is published after the commit; while Redis is in doubt, PostgreSQL tells of
 * it as it does without Redis, and every instance listens to both.
 */
export async function announce(tx: Transaction, topic: string): Promise<void> {
  const redis = sharedRedis()
  if (!redis?.isTrusted() || !afterCommit((beside) => publish(redis, beside, topic))) await notify(tx, topic)
}

async function publish(redis: Redis, beside: Db, topic: string): Promise<void> {
  const receivers = await redis.attempt((client) => client.publish(channelOf(redis), topic))
  if (receivers === undefined) await notify(beside, topic)
}

async function notify(db: Db, topic: string): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${topic})`)
}

const channelOf = ({ database }: Redis) => `${CHANNEL}:${database}`

/** The topic of everything in one workspace that is called `what`. */
export function workspaceTopic(
  what: string,
  { organizationId, ownerId }: { organizationId: string | null; ownerId: string | null },
): string {
  return `${what}:${organizationId ?? `personal:${ownerId}`}`
}

/**
 * Listens on one connection of its own, opened with the first stream and opened again whenever it is lost;
 * where Redis was provided, on one to Redis as well.
 */
export function openLive(connection: pg.ClientConfig, log: Log): Live {
  const listener = new Listener(connection, log)
  return {
    changes: (topics, signal, quietMs) => changesOf(listener, { topics, signal, quietMs }),
    places: new StreamPlaces(),
    listening: () => listener.listening,
    close: () => listener.close(),
  }
}

type Wanted = { topics: readonly string[]; signal: AbortSignal; quietMs: number | undefined }

async function* changesOf(
  listener: Listener,
  { topics, signal, quietMs = Infinity }: Wanted,
): AsyncGenerator<void, void, void> {
  if (signal.aborted) return
  let isDirty = true
  let wake = () => {}
  const dirty = () => {
    isDirty = true
    wake()
  }
  const remove = listener.add(topics, dirty)
  let onAbort = () => {}
  const aborted = new Promise<void>((resolve) => (onAbort = resolve))
  function release(): void {
    signal.removeEventListener('abort', release)
    remove()
    onAbort()
    wake()
  }
  signal.addEventListener('abort', release)
  try {
    await Promise.race([listener.ready(), aborted])
    while (!signal.aborted && !listener.isClosed) {
      if (isDirty) {
        isDirty = false
        yield
      } else {
        const lookAgainMs = Math.min(quietMs, listener.lookAgainMs)
        const lookAgain = lookAgainMs === Infinity ? undefined : setTimeout(dirty, lookAgainMs)
        await new Promise<void>((resolve) => (wake = resolve))
        clearTimeout(lookAgain)
      }
    }
  } finally {
    release()
  }
}

class Listener {
  isClosed = false
  listening = 0
  readonly #connection: pg.ClientConfig
  readonly #log: Log
  readonly #wakers = new Map<string, Set<() => void>>()
  #following: Following | undefined
  #client: pg.Client | undefined
  #listening: pg.Client | undefined
  #connected: Promise<void> | undefined
  #retryMs = RETRY_MIN_MS

  constructor(connection: pg.ClientConfig, log: Log) {
    this.#connection = connection
    this.#log = log
  }

  /** How long a stream waits before it looks without having heard anything. */
  get lookAgainMs(): number {
    if (!this.#following) return Infinity
    return this.#following.isBack() ? LOOK_MS : LOOK_WITHOUT_REDIS_MS
  }

  /**
   * Resolves when announcements arrive, however long the database is away; also when the instance stops.
   * Redis is not waited for: once it is there, all look again.
   */
  ready(): Promise<void> {
    this.#followRedis()
    return (this.#connected ??= this.#connect())
  }

  add(topics: readonly string[], wake: () => void): () => void {
    this.listening += 1
    let isListening = true
    for (const topic of topics) {
      const wakers = this.#wakers.get(topic) ?? new Set()
      this.#wakers.set(topic, wakers.add(wake))
    }
    return () => {
      if (!isListening) return
      isListening = false
      this.listening -= 1
      for (const topic of topics) {
        const wakers = this.#wakers.get(topic)
        wakers?.delete(wake)
        if (wakers?.size === 0) this.#wakers.delete(topic)
      }
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.#wakeAll()
    this.#following?.close()
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    while (!this.isClosed) {
      const client = new pg.Client({
        application_name: 'plinth live',
        keepAlive: true,
        connectionTimeoutMillis: 5_000,
        query_timeout: CHECK_TIMEOUT_MS,
        ...this.#connection,
      })
      client.on('error', (error) =>
        this.#log.warn({ err: error }, 'the connection for live updates was lost'),
      )
      client.on('end', () => this.#lost(client))
      client.on('notification', ({ payload = '' }) => this.#wake(payload))
      this.#client = client
      try {
        await client.connect()
        await client.query(`LISTEN ${CHANNEL}`)
        this.#listening = client
        this.#retryMs = RETRY_MIN_MS
        checkRegularly(client)
        return
      } catch {
        await client.end().catch(() => {})
        await new Promise((resolve) => setTimeout(resolve, this.#retryMs).unref())
        this.#retryMs = Math.min(2 * this.#retryMs, RETRY_MAX_MS)
      }
    }
  }

  #lost(client: pg.Client): void {
    if (this.isClosed || this.#listening !== client) return
    this.#listening = undefined
    this.#connected = undefined
    // Whatever was announced meanwhile is found by looking again.
    void this.ready().then(() => this.#wakeAll())
  }

  #followRedis(): void {
    const redis = sharedRedis()
    if (!redis || this.#following || this.isClosed) return
    const wakeAll = () => this.#wakeAll()
    this.#following = redis.follow(channelOf(redis), {
      heard: (topic) => this.#wake(topic),
      back: wakeAll,
      lost: wakeAll,
    })
  }

  #wake(topic: string): void {
    this.#wakers.get(topic)?.forEach((wake) => wake())
  }

  #wakeAll(): void {
    for (const wakers of this.#wakers.values()) for (const wake of wakers) wake()
  }
}

/** Ends the connection once it no longer answers. */
function checkRegularly(client: pg.Client): void {
  const timer = setInterval(() => {
    client.query('select 1').catch(() => client.end().catch(() => {}))
  }, CHECK_EVERY_MS).unref()
  client.once('end', () => clearInterval(timer))
}
