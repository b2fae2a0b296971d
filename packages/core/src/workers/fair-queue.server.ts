import { AppError } from '#/lib/app-error.ts'

/** How many an account may have waiting at a time: more than it may write in a minute. */
export const WAITING_MAX = 100
const RETRY_AFTER_SECONDS = 5

type Waiting = { account: string; since: number; start: () => void }

const seconds = () => performance.now() / 1000

/**
 * Places of this process that accounts share fairly, in the order of `chargeSeconds`: an account's turn comes
 * when everything it was charged would be done if it had a place of its own. It holds one place at a time,
 * and never waits behind those who came after its turn.
 */
export class FairQueue {
  readonly #places: number
  readonly #holders = new Set<string>()
  /** Those who came first, first. */
  readonly #waiting = new Set<Waiting>()
  readonly #turns = new Map<string, number>()

  constructor(places: number) {
    this.#places = places
  }

  /**
   * Does the work when it is the account's turn, and charges the account what it took. Throws AppError limit
   * if 100 of the account are waiting, the reason of the signal if it is aborted while waiting.
   */
  async run<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(account, signal)
    const startedAt = seconds()
    try {
      return await work()
    } finally {
      this.#leave(account, startedAt)
    }
  }

  async #enter(account: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if ([...this.#waiting].filter((waiting) => waiting.account === account).length >= WAITING_MAX)
      throw new AppError('limit', 'errors:tooManyWaiting', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { account, since: seconds(), start: resolve }
    const giveUp = () => {
      this.#waiting.delete(waiting)
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp)
    this.#waiting.add(waiting)
    this.#startNext()
    await promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  #leave(account: string, startedAt: number): void {
    const now = seconds()
    this.#holders.delete(account)
    this.#turns.set(account, Math.max(now, this.#turns.get(account) ?? 0) + now - startedAt)
    for (const [name, turn] of this.#turns) if (turn <= now) this.#turns.delete(name)
    this.#startNext()
  }

  #startNext(): void {
    if (this.#holders.size >= this.#places) return
    const turnOf = ({ account, since }: Waiting) => Math.max(since, this.#turns.get(account) ?? 0)
    const [next] = [...this.#waiting]
      .filter(({ account }) => !this.#holders.has(account))
      .toSorted((one, other) => turnOf(one) - turnOf(other))
    if (!next) return
    this.#waiting.delete(next)
    this.#holders.add(next.account)
    next.start()
  }
}
