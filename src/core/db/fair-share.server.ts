import { AsyncLocalStorage } from 'node:async_hooks'
import { currentRequest } from '#/core/log/request-scope.server.ts'

const caller = new AsyncLocalStorage<string>()

/**
 * Names the procedure that connections used inside `work` count for. Other requests count by their path; jobs
 * are not limited.
 */
export function callingAs<T>(name: string, work: () => T): T {
  return caller.run(name, work)
}

function callerName(): string | undefined {
  const name = caller.getStore()
  if (name !== undefined) return name
  const request = currentRequest()
  // Leaves out ids, so that all requests of a kind count as one caller.
  return request?.path
    .split('/')
    .slice(0, request.path.startsWith('/api/auth/') ? 4 : 3)
    .join('/')
}

type Waiting = { enter(): void; check(): void }
/** Those of one caller that wait. `movedAt`: when the database last did something for it meanwhile. */
type Queue = { waiting: Waiting[]; movedAt: number }

/** Ends a share. `isStuck`: the database didn't respond in time, or a lock held it up. */
export type Leave = (isStuck: boolean) => void

// Nobody waits for a response that long.
const WAIT_MAX_MS = 30_000

/**
 * Divides the connections of a pool: a caller gets another one only while it holds less than half as many as
 * are free. A single caller gets at most a third of the pool. Callers that all wait for a locked table get
 * ever smaller shares, so a new caller still finds a connection: of fifteen, four such callers leave two.
 */
export class FairShare {
  readonly #size: number
  readonly #timeoutMs: number
  readonly #held = new Map<string, number>()
  readonly #queues = new Map<string, Queue>()
  #used = 0
  waiting = 0

  constructor(size: number, timeoutMs: number) {
    this.#size = size
    this.#timeoutMs = timeoutMs
  }

  /**
   * Waits for a share and returns its release function. Rejects, as the pool does, when no statement of this
   * caller has succeeded for the timeout, or one was stuck. While the queue moves, everyone in it keeps their
   * place, however slow each is.
   */
  enter(): Leave | Promise<Leave> {
    const name = callerName()
    // Jobs and timers are limited by their own settings.
    if (name === undefined) return this.#take()
    return this.#mayEnter(name) ? this.#take(name) : this.#wait(name)
  }

  #mayEnter(name: string): boolean {
    return 2 * (this.#held.get(name) ?? 0) < this.#size - this.#used
  }

  #take(name?: string): Leave {
    this.#used += 1
    if (name !== undefined) this.#held.set(name, (this.#held.get(name) ?? 0) + 1)
    return (isStuck) => {
      this.#used -= 1
      if (name !== undefined) {
        this.#move(name, isStuck ? 0 : performance.now())
        const left = (this.#held.get(name) ?? 1) - 1
        if (left > 0) this.#held.set(name, left)
        else this.#held.delete(name)
      }
      if (this.waiting > 0) this.#serveNext()
      if (isStuck && name !== undefined) for (const one of [...this.#waiting(name)]) one.check()
    }
  }

  /** A statement on a connection that is still held has succeeded. */
  moved(): void {
    const name = callerName()
    if (name !== undefined) this.#move(name, performance.now())
  }

  #move(name: string, at: number): void {
    const queue = this.#queues.get(name)
    if (queue) queue.movedAt = at
  }

  #waiting(name: string): readonly Waiting[] {
    return this.#queues.get(name)?.waiting ?? []
  }

  #wait(name: string): Promise<Leave> {
    const queue = this.#queues.get(name) ?? { waiting: [], movedAt: 0 }
    this.#queues.set(name, queue)
    this.waiting += 1
    const since = performance.now()
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timeout)
        this.waiting -= 1
        queue.waiting.splice(queue.waiting.indexOf(one), 1)
        if (queue.waiting.length === 0) this.#queues.delete(name)
      }
      const check = () => {
        clearTimeout(timeout)
        const until = Math.min(Math.max(since, queue.movedAt) + this.#timeoutMs, since + WAIT_MAX_MS)
        const leftMs = until - performance.now()
        if (leftMs > 0) return void (timeout = setTimeout(check, leftMs))
        leave()
        reject(
          new Error(`timeout exceeded when trying to connect: ${name} holds its share of the connections`),
        )
      }
      const one: Waiting = {
        check,
        enter: () => {
          leave()
          resolve(this.#take(name))
        },
      }
      let timeout = setTimeout(check, this.#timeoutMs)
      queue.waiting.push(one)
    })
  }

  #serveNext(): void {
    for (const [name, { waiting }] of this.#queues) if (this.#mayEnter(name)) waiting[0]?.enter()
  }
}
