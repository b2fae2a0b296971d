import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterCommit } from '#/db/current-transaction.server.ts'
import type { Db, Transaction } from '#/db/database.server.ts'
import type { Log } from '#/log/log.server.ts'
import { sharedRedis, type Following, type Redis } from '#/redis/redis.server.ts'
import { AppError } from '#/lib/app-error.ts'
import { getBrand } from '#/brand.ts'
import { LongWork } from './long-work.server.ts'
import { openPlaces } from './stream-places.server.ts'

const CHANNEL = 'live_updates'
// With Redis, streams also poll: rarely, or often while this instance has lost its connection to Redis.
const POLL_MS = 60_000
const POLL_WITHOUT_REDIS_MS = 5_000
const RETRY_MIN_MS = 250
const RETRY_MAX_MS = 5_000
// A silently dead connection looks like one without announcements, so it is checked.
const CHECK_EVERY_MS = 10_000
const CHECK_TIMEOUT_MS = 5_000

/** Tells the streams of every instance which topic has changed. They read the change from the database. */
export type Live = {
  /**
   * Yields once when connected, and again after announcements of its topics; several may be merged. Also
   * yields after a lost connection, because announcements may have been missed, periodically with Redis, and
   * after `quietMs` without an announcement. Ends when `signal` is aborted or the instance stops. Aborting
   * releases everything, even if the generator is no longer read.
   */
  changes(topics: readonly string[], signal: AbortSignal, quietMs?: number): AsyncGenerator<void, void, void>
  /** The places for streams of this instance's clients. */
  places: ReturnType<typeof openPlaces>
  /** The number of listeners on this instance: streams and running generations. */
  listening(): number
  work: LongWork
  /** Ends the streams of live updates, and new ones at once: their clients find another instance. */
  endUpdates(): void
  /** Aborted by `endUpdates`. */
  updatesOver: AbortSignal
  /** Ends all work, then everything that listens. */
  close(): Promise<void>
}

/**
 * Announces a change of a topic if and when the transaction commits. Any verb may call it. A topic has at
 * most 200 characters. With Redis it is published after the commit; without Redis, or while Redis is not
 * trusted, PostgreSQL notifies. Every instance listens to both.
 */
export async function announce(tx: Transaction, topic: string): Promise<void> {
  const redis = sharedRedis()
  if (!redis?.isTrusted() || !afterCommit((autonomous) => publish(redis, autonomous, topic)))
    await notify(tx, topic)
}

async function publish(redis: Redis, autonomous: Db, topic: string): Promise<void> {
  const receivers = await redis.attempt((client) => client.publish(channelOf(redis), topic))
  if (receivers === undefined) await notify(autonomous, topic)
}

async function notify(db: Db, topic: string): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${topic})`)
}

const channelOf = ({ database }: Redis) => `${CHANNEL}:${database}`

/** The topic of one kind of content in a workspace. */
export function workspaceTopic(
  what: string,
  { organizationId, ownerId }: { organizationId: string | null; ownerId: string | null },
): string {
  return `${what}:${organizationId ?? `personal:${ownerId}`}`
}

/**
 * Listens on its own database connection, opened with the first stream and reopened whenever it is lost, and
 * on a Redis connection if Redis is configured.
 */
export function openLive(
  connection: pg.ClientConfig,
  log: Log,
  pollWithoutRedisMs = POLL_WITHOUT_REDIS_MS,
): Live {
  const listener = new Listener(connection, log, pollWithoutRedisMs)
  const places = openPlaces()
  const work = new LongWork()
  const updates = new AbortController()
  return {
    changes: (topics, signal, quietMs) => changesOf(listener, { topics, signal, quietMs }),
    places,
    listening: () => listener.listening,
    work,
    endUpdates: () => updates.abort(new AppError('unavailable', 'errors:unavailable')),
    updatesOver: updates.signal,
    async close() {
      await work.end()
      await listener.close()
    },
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
        const pollMs = Math.min(quietMs, listener.pollMs)
        const poll = pollMs === Infinity ? undefined : setTimeout(dirty, pollMs)
        await new Promise<void>((resolve) => (wake = resolve))
        clearTimeout(poll)
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
  readonly #pollWithoutRedisMs: number
  readonly #wakers = new Map<string, Set<() => void>>()
  #following: Following | undefined
  #client: pg.Client | undefined
  #listening: pg.Client | undefined
  #connected: Promise<void> | undefined
  #retryMs = RETRY_MIN_MS

  constructor(connection: pg.ClientConfig, log: Log, pollWithoutRedisMs: number) {
    this.#connection = connection
    this.#log = log
    this.#pollWithoutRedisMs = pollWithoutRedisMs
  }

  /** How long a stream waits for an announcement before it polls. */
  get pollMs(): number {
    if (!this.#following) return Infinity
    return this.#following.isBack() ? POLL_MS : this.#pollWithoutRedisMs
  }

  /**
   * Resolves when the database connection listens, however long that takes, or when the instance stops. Does
   * not wait for Redis: all streams poll when it connects.
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
        application_name: `${getBrand().key} live`,
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
    // Announcements may have been missed, so all streams poll.
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

/** Closes the connection when it stops responding. */
function checkRegularly(client: pg.Client): void {
  const timer = setInterval(() => {
    client.query('select 1').catch(() => client.end().catch(() => {}))
  }, CHECK_EVERY_MS).unref()
  client.once('end', () => clearInterval(timer))
}
