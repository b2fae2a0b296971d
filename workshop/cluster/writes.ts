import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { demoUsers } from '@plinth/core/internal/app/registry/demo/demo-users.server.ts'
import { featureBenches, type CountedWrite } from '../bench/feature-benches.ts'
import { signedInClient, type HttpClient } from '@plinth/testing/http-client.ts'
import type { Cluster } from './cluster.ts'

export const WRITERS = 8
// A user may write 60 times a minute, with the attempts that are repeated.
export const BETWEEN_WRITES_MS = 1_500
export const BETWEEN_PAGES_MS = 300
export const GIVES_UP_AFTER_MS = 10_000
// What a client waits that was told nothing.
const RETRY_MS = 500
// Writes that are not acknowledged when the fault is over go on for this long.
const LAST_TRIES_MS = 60_000

export type Result = {
  acknowledged: number
  /** Acknowledged, and not there. */
  lost: number
  /** There more than once. */
  doubled: number
  /** Given up without an acknowledgement. */
  open: number
  /** The longest time in which no write was acknowledged. */
  silentMs: number
  /** What attempts to write were answered besides success, and how often. */
  refusals: Map<string, number>
  pages: number
  /** The same of a signed-in page. */
  pageFailures: Map<string, number>
}

export const countedWrite = (): CountedWrite | undefined =>
  featureBenches.find(({ counted }) => counted)?.counted

/**
 * Writes and reads by several signed-in users, like a client that retries: the same key until it is
 * acknowledged.
 */
export class CountedLoad {
  readonly #write: CountedWrite
  readonly #keys: { key: string; isAcknowledged: boolean }[] = []
  readonly #times: number[] = []
  readonly #refusals = new Map<string, number>()
  readonly #pageFailures = new Map<string, number>()
  readonly #running: Promise<unknown>[] = []
  #pages = 0
  #stoppedAt = Infinity

  /** Begins at once. */
  constructor(users: HttpClient[], label: string) {
    const write = countedWrite()
    if (!write)
      throw new Error(
        'No installed feature has a write that can be counted: see workshop/bench/feature-benches.ts',
      )
    this.#write = write
    this.#times.push(Date.now())
    for (const [at, user] of users.entries())
      this.#running.push(this.#writes(user, `${label} ${Date.now()} ${at}`))
    const [reader] = users
    if (reader) this.#running.push(this.#reads(reader))
  }

  static async signIn({ url, password }: Pick<Cluster, 'url' | 'password'>): Promise<HttpClient[]> {
    const emails = demoUsers.filter((user) => !user.ban && !user.isUnverified).map(({ email }) => email)
    const users: HttpClient[] = []
    for (const email of emails.slice(0, WRITERS)) users.push(await signedInClient(url, { email, password }))
    return users
  }

  get acknowledged(): number {
    return this.#times.length - 1
  }

  async #writes(user: HttpClient, name: string): Promise<void> {
    await pause(Math.random() * BETWEEN_WRITES_MS)
    for (let count = 0; Date.now() < this.#stoppedAt; count++) {
      const one = { key: `${name} ${count}`, isAcknowledged: false }
      this.#keys.push(one)
      while (!one.isAcknowledged && Date.now() < this.#stoppedAt + LAST_TRIES_MS) {
        const { isOk, what, waitMs } = await attempt((signal) => this.#write.send(user, one.key, signal))
        one.isAcknowledged = isOk
        if (isOk) this.#times.push(Date.now())
        else {
          add(this.#refusals, what)
          await pause(waitMs)
        }
      }
      await pause(BETWEEN_WRITES_MS)
    }
  }

  async #reads(user: HttpClient): Promise<void> {
    while (Date.now() < this.#stoppedAt) {
      const { isOk, what } = await attempt((signal) => user.get('/dashboard', { signal }))
      this.#pages += 1
      if (!isOk) add(this.#pageFailures, what)
      await pause(BETWEEN_PAGES_MS)
    }
  }

  /** Stops writing, waits for what is under way, and compares it with the database. */
  async count(database: pg.Client): Promise<Result> {
    this.#stoppedAt = Date.now()
    await Promise.all(this.#running)
    const stored = await this.#write.stored(
      database,
      this.#keys.map(({ key }) => key),
    )
    const times = [...this.#times.filter((time) => time < this.#stoppedAt), this.#stoppedAt].toSorted(
      (one, other) => one - other,
    )
    return {
      acknowledged: this.acknowledged,
      lost: this.#keys.filter(({ key, isAcknowledged }) => isAcknowledged && !stored.has(key)).length,
      doubled: [...stored.values()].filter((count) => count > 1).length,
      open: this.#keys.filter(({ isAcknowledged }) => !isAcknowledged).length,
      silentMs: Math.max(...times.map((time, at) => (times[at + 1] ?? time) - time)),
      refusals: this.#refusals,
      pages: this.#pages,
      pageFailures: this.#pageFailures,
    }
  }
}

const add = (counts: Map<string, number>, what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1)

/** Sends a request and reads its answer to the end. */
async function attempt(send: (signal: AbortSignal) => Promise<Response>) {
  try {
    const answer = await send(AbortSignal.timeout(GIVES_UP_AFTER_MS))
    await answer.text()
    const seconds = Number(answer.headers.get('retry-after'))
    // The application puts its id on every answer.
    const isOurs = answer.headers.has('x-request-id')
    const what = `${answer.status}${isOurs ? '' : ' of the balancer'}`
    return { isOk: answer.ok, what, waitMs: seconds > 0 ? seconds * 1000 : RETRY_MS }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { isOk: false, what: isLate ? 'no answer in 10 s' : 'connection lost', waitMs: RETRY_MS }
  }
}
