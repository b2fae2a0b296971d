import { isIP } from 'node:net'
import type { Redis as Client, RedisOptions } from 'ioredis'
import type { Log } from '#/core/log/log.server.ts'

// Slow is no failure: whoever counts elsewhere meanwhile counts twice.
const COMMAND_MS = 250
const DOUBT_MS = 10_000
const SILENCE_MS = 2_000
const BEAT_MS = 5_000
const RETRY_MAX_MS = 1_000

/** What a follower of a channel is told. */
export type Follower = {
  heard(message: string): void
  /** Messages arrive from now on; what came before was missed. */
  back(): void
  /** Messages may be missed from now on. */
  lost(): void
}

export type Following = { isBack(): boolean; close(): void }

/** Redis as what may be away at any moment: no caller waits for it, and each has another way. */
export type Redis = {
  /**
   * Runs one short command. Answers undefined when Redis is away, refuses, or is not done within 250 ms; it
   * may have been carried out all the same. After such a failure nobody asks for 10 s, then one caller finds
   * out; what comes late to commands that were under way is undefined too.
   */
  attempt<T extends object | string | number>(command: (client: Client) => Promise<T>): Promise<T | undefined>
  /** False while `attempt` would answer undefined without asking. */
  isTrusted(): boolean
  /** Follows a channel on a connection of its own, again and again whenever it is lost. */
  follow(channel: string, follower: Follower): Following
  /** The number of the database in the URL. Channels know no databases, so their names carry it. */
  database: number
  close(): void
}

export type RedisTiming = { commandMs: number; doubtMs: number }

let shared: Redis | undefined

/**
 * Gives limits and live updates the Redis of this process, or takes it away. The composition root calls it
 * once at start.
 */
export function provideRedis(redis: Redis | undefined): void {
  shared = redis
}

export const sharedRedis = (): Redis | undefined => shared

/**
 * Begins to connect and does not wait: a Redis that is away stops nobody. The library is loaded here and
 * nowhere else.
 */
export async function openRedis(url: string, log: Log, timing: Partial<RedisTiming> = {}): Promise<Redis> {
  const { Redis: NewClient } = await import('ioredis')
  return new Connections(() => new NewClient(redisOptions(url)), log, {
    commandMs: COMMAND_MS,
    doubtMs: DOUBT_MS,
    ...timing,
  })
}

/** Connects once and asks; answers the server's version. Throws what went wrong. For the doctor. */
export async function probeRedis(url: string): Promise<string> {
  const { Redis: NewClient } = await import('ioredis')
  const client = new NewClient({ ...redisOptions(url), retryStrategy: null })
  const failed = new Promise<never>((_, reject) => client.on('error', reject))
  const ready = new Promise<void>((resolve) => client.once('ready', resolve))
  try {
    await Promise.race([ready, failed])
    const facts = await Promise.race([client.info('server'), failed])
    return /^redis_version:(\S+)/m.exec(facts)?.[1] ?? 'of unknown version'
  } finally {
    client.disconnect()
  }
}

function redisOptions(url: string): RedisOptions {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: Number(port || 6379),
    username: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
    db: databaseOf(pathname),
    // Verified against the machine's authorities and those of NODE_EXTRA_CA_CERTS.
    tls:
      protocol === 'rediss:'
        ? { rejectUnauthorized: true, ...(isIP(host) ? {} : { servername: host }) }
        : undefined,
    connectionName: 'plinth',
    connectTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    keepAlive: 10_000,
    // Nothing waits for a connection, and nothing is counted twice after one was lost.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(50 * 2 ** times, RETRY_MAX_MS),
  }
}

const databaseOf = (pathname: string): number => Number(pathname.slice(1) || 0)

class Connections implements Redis {
  readonly database: number
  readonly #connect: () => Client
  readonly #log: Log
  readonly #timing: RedisTiming
  readonly #client: Client
  #doubtUntil = 0
  #isAway = false
  #isClosed = false

  constructor(connect: () => Client, log: Log, timing: RedisTiming) {
    this.#connect = connect
    this.#log = log
    this.#timing = timing
    this.#client = connect()
    this.database = this.#client.options.db ?? 0
    this.#client.on('error', (error) => this.#away(error))
    this.#client.on('close', () => this.#away(new Error('connection closed')))
    this.#client.on('ready', () => this.isTrusted() && this.#back())
  }

  isTrusted(): boolean {
    return this.#client.status === 'ready' && performance.now() >= this.#doubtUntil
  }

  async attempt<T extends object | string | number>(
    command: (client: Client) => Promise<T>,
  ): Promise<T | undefined> {
    if (!this.isTrusted()) return undefined
    // After a doubt one caller finds out; the others go on without for as long.
    const wasInDoubt = this.#doubtUntil !== 0
    if (wasInDoubt) this.#doubt()
    try {
      const answer = await within(this.#timing.commandMs, command(this.#client))
      if (!wasInDoubt && !this.isTrusted()) return undefined
      if (wasInDoubt) this.#doubtUntil = 0
      if (this.#isAway && this.isTrusted()) this.#back()
      return answer
    } catch (error) {
      this.#doubt()
      this.#away(error)
      return undefined
    }
  }

  follow(channel: string, { heard, back, lost }: Follower): Following {
    const client = this.#connect()
    let isBack = false
    client.on('error', () => {})
    client.on('message', (_channel: string, message: string) => heard(message))
    client.on('close', () => {
      if (isBack) lost()
      isBack = false
    })
    client.on('ready', () => {
      client.subscribe(channel).then(
        () => {
          isBack = true
          back()
        },
        () => client.disconnect(true),
      )
    })
    // A connection that is dead without a word is found out by what stays unanswered.
    const beat = setInterval(() => isBack && void client.ping().catch(() => {}), BEAT_MS).unref()
    return {
      isBack: () => isBack,
      close: () => {
        isBack = false
        clearInterval(beat)
        client.disconnect()
      },
    }
  }

  close(): void {
    this.#isClosed = true
    this.#client.disconnect()
  }

  #doubt(): void {
    this.#doubtUntil = performance.now() + this.#timing.doubtMs
  }

  #away(error: unknown): void {
    if (this.#isAway || this.#isClosed) return
    this.#isAway = true
    this.#log.warn(
      { reason: reasonOf(error) },
      'Redis is away: limits and live updates go through the database meanwhile',
    )
  }

  #back(): void {
    if (this.#isAway) this.#log.info('Redis answers again')
    this.#isAway = false
  }
}

/**
 * Never the error itself: the library hangs the refused command on it, and that of a refused sign-in is the
 * password.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as NodeJS.ErrnoException
  if (code) return code
  return error.name === 'ReplyError' ? (error.message.split(' ')[0] ?? error.name) : error.message
}

/**
 * Rejects when `work` takes longer. What has arrived by then is still read: a process that was busy itself is
 * no slow Redis.
 */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer in ${ms} ms`))), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
