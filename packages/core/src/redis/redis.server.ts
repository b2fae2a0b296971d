import { isIP } from 'node:net'
import type * as Library from '@redis/client'
import { loadPackages } from '#/lib/optional-packages.server.ts'
import type { Log } from '#/log/log.server.ts'
import { getBrand } from '#/brand.ts'

// Generous, because a slow command that is repeated in the database counts twice.
const COMMAND_MS = 250
const DISTRUST_MS = 10_000
const CONNECT_MS = 2_000
const SILENT_MS = 5_000
const RETRY_MAX_MS = 1_000

type Client = ReturnType<typeof newClient>

/** The callbacks of a channel's follower. */
export type Follower = {
  heard(message: string): void
  /** Messages arrive from now on; earlier ones were missed. */
  back(): void
  /** Messages may be missed from now on. */
  lost(): void
}

export type Following = { isBack(): boolean; close(): void }

/** A Redis that may be down at any time: no caller waits for it, and each has a fallback. */
export type Redis = {
  /**
   * Runs one short command. Returns undefined when Redis is down, rejects it, or takes longer than 250 ms;
   * the command may have been executed anyway. After a failure Redis is not trusted for 10 s, then one caller
   * tries again. Late responses to other running commands are undefined too.
   */
  attempt<T extends object | string | number>(command: (client: Client) => Promise<T>): Promise<T | undefined>
  /** False while `attempt` returns undefined without trying. */
  isTrusted(): boolean
  /** Follows a channel on its own connection, and reconnects whenever it is lost. */
  follow(channel: string, follower: Follower): Following
  /** The database number in the URL. Channels span databases, so their names include it. */
  database: number
  close(): void
}

export type RedisTiming = { commandMs: number; distrustMs: number; silentMs: number }

let shared: Redis | undefined

/** Provides the Redis of this process to limits and live updates. The composition root calls it at start. */
export function provideRedis(redis: Redis | undefined): void {
  shared = redis
}

export const sharedRedis = (): Redis | undefined => shared

/** Starts to connect and does not wait, so that the application starts without Redis. Loads @redis/client. */
export async function openRedis(url: string, log: Log, timing: Partial<RedisTiming> = {}): Promise<Redis> {
  const limits = { commandMs: COMMAND_MS, distrustMs: DISTRUST_MS, silentMs: SILENT_MS, ...timing }
  return new Connections(await clientsOf(url, limits.silentMs), log, limits)
}

/** Connects once and returns the server's version. Throws the connection's error. For the doctor. */
export async function probeRedis(url: string): Promise<string> {
  const client = (await clientsOf(url))()
  const failed = new Promise<never>((_, reject) => client.on('error', reject))
  try {
    const facts = await Promise.race([client.connect().then(() => client.info('server')), failed])
    return /^redis_version:(\S+)/m.exec(facts)?.[1] ?? 'of unknown version'
  } finally {
    client.destroy()
  }
}

async function clientsOf(url: string, silentMs = SILENT_MS): Promise<() => Client> {
  const [library] = await loadPackages('REDIS_URL', '@redis/client')
  return () => newClient(library, url, silentMs)
}

function newClient({ createClient }: typeof Library, url: string, silentMs: number) {
  const { protocol, hostname } = new URL(url)
  const isNamed = !hostname.startsWith('[') && isIP(hostname) === 0
  return createClient({
    url,
    name: getBrand().key,
    RESP: 2,
    // Commands don't wait for a connection, and are not repeated after a lost one, which would count twice.
    disableOfflineQueue: true,
    // Detects a silently dead connection.
    pingInterval: silentMs / 2,
    socket: {
      // Verified against the system's CAs and NODE_EXTRA_CA_CERTS.
      ...(protocol === 'rediss:' && isNamed ? { servername: hostname } : {}),
      connectTimeout: CONNECT_MS,
      socketTimeout: silentMs,
      reconnectStrategy: (times) => Math.min(50 * 2 ** times, RETRY_MAX_MS),
    },
  })
}

class Connections implements Redis {
  readonly database: number
  readonly #connect: () => Client
  readonly #log: Log
  readonly #timing: RedisTiming
  readonly #client: Client
  #distrustUntil = 0
  #isAway = false
  #isClosed = false

  constructor(connect: () => Client, log: Log, timing: RedisTiming) {
    this.#connect = connect
    this.#log = log
    this.#timing = timing
    this.#client = connect()
    this.database = this.#client.options.database ?? 0
    this.#client.on('error', (error) => this.#away(error))
    this.#client.on('ready', () => this.isTrusted() && this.#back())
    open(this.#client)
  }

  isTrusted(): boolean {
    return this.#client.isReady && performance.now() >= this.#distrustUntil
  }

  async attempt<T extends object | string | number>(
    command: (client: Client) => Promise<T>,
  ): Promise<T | undefined> {
    if (!this.isTrusted()) return undefined
    // After a failure one caller tries again, while the others keep using the fallback.
    const wasDistrusted = this.#distrustUntil !== 0
    if (wasDistrusted) this.#distrust()
    try {
      const answer = await within(this.#timing.commandMs, command(this.#client))
      if (!wasDistrusted && !this.isTrusted()) return undefined
      if (wasDistrusted) this.#distrustUntil = 0
      if (this.#isAway && this.isTrusted()) this.#back()
      return answer
    } catch (error) {
      this.#distrust()
      this.#away(error)
      return undefined
    }
  }

  follow(channel: string, { heard, back, lost }: Follower): Following {
    const client = this.#connect()
    let isBack = false
    client.on('error', () => {
      if (isBack && !client.isReady) lost()
      isBack &&= client.isReady
    })
    // The client itself subscribes again before it is ready again.
    client.on('ready', () => {
      client.subscribe(channel, heard).then(
        () => {
          isBack = true
          back()
        },
        () => {},
      )
    })
    open(client)
    return {
      isBack: () => isBack,
      close: () => {
        isBack = false
        client.destroy()
      },
    }
  }

  close(): void {
    this.#isClosed = true
    this.#client.destroy()
  }

  #distrust(): void {
    this.#distrustUntil = performance.now() + this.#timing.distrustMs
  }

  #away(error: unknown): void {
    if (this.#isAway || this.#isClosed) return
    this.#isAway = true
    this.#log.warn(
      { reason: reasonOf(error) },
      'Redis is unavailable: rate limits and live updates use the database until it is back',
    )
  }

  #back(): void {
    if (this.#isAway) this.#log.info('Redis is back')
    this.#isAway = false
  }
}

/** What connecting ends with is an event as well. */
const open = (client: Client): void => void client.connect().catch(() => {})

/** For the log, instead of the error: the code of a system's or of Redis' error in one word. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as NodeJS.ErrnoException
  return code ?? /^[A-Z]{2,}(?= )/.exec(error.message)?.[0] ?? error.message
}

/**
 * Rejects when `work` takes longer than `ms`. Reads responses that have arrived first, in case this process
 * was busy.
 */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer in ${ms} ms`))), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
