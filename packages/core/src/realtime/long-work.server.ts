import { setTimeout as pause } from 'node:timers/promises'

const END_MS = 1_000

/** Work that outlasts its request, such as an answer that is generated. A stopping instance waits for it. */
export class LongWork {
  readonly #running = new Set<Promise<void>>()
  readonly #ending = new AbortController()

  get isRunning(): boolean {
    return this.#running.size > 0
  }

  /** Aborted when all work has to end, within a second. */
  get ending(): AbortSignal {
    return this.#ending.signal
  }

  /** Counts work until it is over. It must not reject. */
  add(work: Promise<void>): void {
    this.#running.add(work)
    void work.then(() => this.#running.delete(work))
  }

  /** Resolves when none is running. */
  async finished(): Promise<void> {
    while (this.isRunning) await Promise.all(this.#running)
  }

  /** Ends all work; resolves when it is over, after a second at the latest. */
  async end(): Promise<void> {
    this.#ending.abort()
    await Promise.race([this.finished(), pause(END_MS, undefined, { ref: false })])
  }
}
