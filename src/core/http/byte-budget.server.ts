import { AppError } from '#/lib/app-error.ts'

/** What one request sends. */
export type Counted = {
  readonly bytes: number
  /** Aborted with the reason, AppError unavailable, when it has to make room for others. */
  readonly signal: AbortSignal
  add(bytes: number): void
  /** It has arrived: from now on it does not make room for others. */
  arrived(): void
  leave(): void
}

type Entry = { owner: string; bytes: number; hasArrived: boolean; stop: AbortController }

/**
 * How much all clients together may send at a time. Bytes count as they arrive, so a client that only claims
 * a size takes nothing from others. Beyond the limit the largest one of the owner who has sent most is ended.
 */
export class ByteBudget {
  readonly #maxBytes: number
  readonly #entries = new Set<Entry>()
  #total = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** How many an owner has open. */
  countOf(owner: string): number {
    return [...this.#entries].filter((entry) => entry.owner === owner).length
  }

  enter(owner: string): Counted {
    const entry: Entry = { owner, bytes: 0, hasArrived: false, stop: new AbortController() }
    this.#entries.add(entry)
    return {
      get bytes() {
        return entry.bytes
      },
      signal: entry.stop.signal,
      add: (bytes) => {
        entry.bytes += bytes
        if (!this.#entries.has(entry)) return
        this.#total += bytes
        this.#makeRoom()
      },
      arrived: () => (entry.hasArrived = true),
      leave: () => this.#leave(entry),
    }
  }

  #makeRoom(): void {
    if (this.#total <= this.#maxBytes) return
    const sums = new Map<string, number>()
    for (const { owner, bytes } of this.#entries) sums.set(owner, (sums.get(owner) ?? 0) + bytes)
    let largest: Entry | undefined
    for (const entry of this.#entries) {
      if (entry.hasArrived) continue
      const more = (sums.get(entry.owner) ?? 0) - (sums.get(largest?.owner ?? '') ?? 0)
      if (!largest || more > 0 || (more === 0 && entry.bytes > largest.bytes)) largest = entry
    }
    if (!largest) return
    this.#leave(largest)
    largest.stop.abort(new AppError('unavailable', 'errors:unavailable', { retryAfterSeconds: 5 }))
  }

  #leave(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#total -= entry.bytes
  }
}
