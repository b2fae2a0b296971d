import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Transaction } from '#/core/db/database.server.ts'
import type { Log } from '#/core/log/log.server.ts'

const CHANNEL = 'plinth_live'
const RETRY_MIN_MS = 250
const RETRY_MAX_MS = 5_000

/** Tells streams of every instance that something has changed, and where; what has changed they read from the database. */
export type Live = {
  /**
   * Yields once as soon as announcements arrive, and again after each that concerns one of the topics; several in a row may come as one. After a lost
   * connection it yields too, because something may have been missed. Ends when `signal` is aborted or the instance stops.
   */
  changes(topics: readonly string[], signal: AbortSignal): AsyncGenerator<void, void, void>
  close(): Promise<void>
}

/** Announces a change under a topic when the transaction commits, and only then. Any verb. A topic has at most 200 characters. */
export async function announce(tx: Transaction, topic: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${topic})`)
}

/** The topic of everything in one workspace that is called `what`. */
export function workspaceTopic(what: string, { organizationId, ownerId }: { organizationId: string | null; ownerId: string | null }): string {
  return `${what}:${organizationId ?? `personal:${ownerId}`}`
}

/** Listens on one connection of its own, opened with the first stream and opened again whenever it is lost. */
export function openLive(connection: pg.ClientConfig, log: Log): Live {
  const listener = new Listener(connection, log)
  return { changes: (topics, signal) => changesOf(listener, topics, signal), close: () => listener.close() }
}

async function* changesOf(listener: Listener, topics: readonly string[], signal: AbortSignal): AsyncGenerator<void, void, void> {
  let isDirty = true
  let wake = () => {}
  const stop = listener.add(topics, () => {
    isDirty = true
    wake()
  })
  let onAbort = () => {}
  const aborted = new Promise<void>((resolve) => (onAbort = resolve))
  void aborted.then(() => wake())
  signal.addEventListener('abort', onAbort)
  try {
    await Promise.race([listener.ready(), aborted])
    while (!signal.aborted && !listener.isClosed) {
      if (isDirty) {
        isDirty = false
        yield
      } else {
        await new Promise<void>((resolve) => (wake = resolve))
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    stop()
  }
}

class Listener {
  isClosed = false
  readonly #connection: pg.ClientConfig
  readonly #log: Log
  readonly #wakers = new Map<string, Set<() => void>>()
  #client: pg.Client | undefined
  #listening: pg.Client | undefined
  #connected: Promise<void> | undefined
  #retryMs = RETRY_MIN_MS

  constructor(connection: pg.ClientConfig, log: Log) {
    this.#connection = connection
    this.#log = log
  }

  /** Resolves when announcements arrive, however long the database is away; also when the instance stops. */
  ready(): Promise<void> {
    return (this.#connected ??= this.#connect())
  }

  add(topics: readonly string[], wake: () => void): () => void {
    for (const topic of topics) {
      const wakers = this.#wakers.get(topic) ?? new Set()
      this.#wakers.set(topic, wakers.add(wake))
    }
    return () => {
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
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    while (!this.isClosed) {
      const client = new pg.Client({ application_name: 'plinth live', keepAlive: true, connectionTimeoutMillis: 5_000, ...this.#connection })
      client.on('error', (error) => this.#log.warn({ err: error }, 'the connection for live updates was lost'))
      client.on('end', () => this.#lost(client))
      client.on('notification', ({ payload = '' }) => this.#wakers.get(payload)?.forEach((wake) => wake()))
      this.#client = client
      try {
        await client.connect()
        await client.query(`LISTEN ${CHANNEL}`)
        this.#listening = client
        this.#retryMs = RETRY_MIN_MS
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

  #wakeAll(): void {
    for (const wakers of this.#wakers.values()) for (const wake of wakers) wake()
  }
}
