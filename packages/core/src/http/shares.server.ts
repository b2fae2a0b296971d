import { AppError } from '#/lib/app-error.ts'

/** What one request, stream or answer takes of something scarce. */
export type Share = {
  readonly amount: number
  /** What it takes from now on. Beyond the total, the greediest owner gives way. */
  set(amount: number): void
  /** Of an owner's equal shares, the one that was active least recently gives way. */
  markActive(): void
  /** From now on it doesn't give way to others. */
  keep(): void
  /** Idempotent. */
  leave(): void
}

type Entry = { owner: string; amount: number; end: ((error: AppError) => void) | undefined }
type Held = { entries: Set<Entry>; amount: number }
type Rules = {
  /** How much all owners together may take on this instance. */
  total: number
  retryAfterSeconds: number
  /** How many shares one owner may have, and the error beyond. */
  perOwner?: { max: number; code: string; retryAfterSeconds: number }
}

/**
 * Divides something scarce of this instance among owners: users or sessions, and addresses. Amounts count
 * when they are taken: a client that only claims to need much takes nothing from others. When all is taken,
 * the owner who holds most gives way with its largest share; the one who asks, if nobody holds more.
 */
export class Shares {
  readonly #rules: Rules
  readonly #owners = new Map<string, Held>()
  #taken = 0

  constructor(rules: Rules) {
    this.#rules = rules
  }

  get taken(): number {
    return this.#taken
  }

  /** The error that `enter` would throw; undefined if there is room. */
  errorFor(owner: string, amount: number): AppError | undefined {
    const { total, perOwner } = this.#rules
    const held = this.#owners.get(owner)
    if (perOwner && (held?.entries.size ?? 0) >= perOwner.max) {
      const { max, code, retryAfterSeconds } = perOwner
      return new AppError('limit', code, { max, retryAfterSeconds })
    }
    const isFull = this.#taken + amount > total
    return isFull && !this.#greediest((held?.amount ?? 0) + amount) ? this.#unavailable() : undefined
  }

  /**
   * Takes a share. `end` is called when it has to give way; without it, it never does. Throws limit when the
   * owner has too many, unavailable when all is taken and nobody holds more who could give way.
   */
  enter(owner: string, amount: number, end?: (error: AppError) => void): Share {
    const error = this.errorFor(owner, amount)
    if (error) throw error
    const held = this.#owners.get(owner) ?? { entries: new Set(), amount: 0 }
    this.#owners.set(owner, held)
    const entry: Entry = { owner, amount: 0, end }
    held.entries.add(entry)
    this.#set(entry, amount)
    return {
      get amount() {
        return entry.amount
      },
      set: (next) => this.#set(entry, next),
      markActive: () => {
        if (held.entries.delete(entry)) held.entries.add(entry)
      },
      keep: () => (entry.end = undefined),
      leave: () => this.#leave(entry),
    }
  }

  #set(entry: Entry, amount: number): void {
    const held = this.#owners.get(entry.owner)
    const more = amount - entry.amount
    entry.amount = amount
    if (!held?.entries.has(entry)) return
    held.amount += more
    this.#taken += more
    if (more > 0) this.#makeRoom(held)
  }

  #makeRoom(asking: Held): void {
    while (this.#taken > this.#rules.total) {
      const entry = largestIn(this.#greediest(asking.amount) ?? asking) ?? largestIn(this.#greediest(0))
      if (!entry) return
      const { end } = entry
      this.#leave(entry)
      end?.(this.#unavailable())
    }
  }

  /** The owner who holds most, and more than that, and has a share that can give way. */
  #greediest(moreThan: number): Held | undefined {
    let greediest: Held | undefined
    for (const held of this.#owners.values())
      if (held.amount > (greediest?.amount ?? moreThan) && largestIn(held)) greediest = held
    return greediest
  }

  #leave(entry: Entry): void {
    const held = this.#owners.get(entry.owner)
    if (!held?.entries.delete(entry)) return
    held.amount -= entry.amount
    this.#taken -= entry.amount
    if (held.entries.size === 0) this.#owners.delete(entry.owner)
  }

  #unavailable(): AppError {
    const { retryAfterSeconds } = this.#rules
    return new AppError('unavailable', 'errors:unavailable', { retryAfterSeconds })
  }
}

function largestIn(held: Held | undefined): Entry | undefined {
  let largest: Entry | undefined
  for (const entry of held?.entries ?? [])
    if (entry.end && entry.amount > (largest?.amount ?? -1)) largest = entry
  return largest
}
