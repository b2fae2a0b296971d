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

type Waiting = { enter(): void }
/** Those of one caller that wait. `servedAt`: when work of that caller last succeeded while they waited. */
type Queue = { waiting: Waiting[]; servedAt: number }

/** Ends a share. `isServed`: the work on the connection succeeded. */
export type Leave = (isServed: boolean) => void

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
   * Waits for a share and returns its release function. Rejects, as the pool does, when no work of this
   * caller has succeeded for the timeout. While the queue moves, everyone in it keeps their place.
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
    return (isServed) => {
      this.#used -= 1
      if (name !== undefined) {
        const queue = this.#queues.get(name)
        if (queue && isServed) queue.servedAt = performance.now()
        const left = (this.#held.get(name) ?? 1) - 1
        if (left > 0) this.#held.set(name, left)
        else this.#held.delete(name)
      }
      if (this.waiting > 0) this.#serveNext()
    }
  }

  #wait(name: string): Promise<Leave> {
    const queue = this.#queues.get(name) ?? { waiting: [], servedAt: 0 }
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
      const one: Waiting = {
        enter: () => {
          leave()
          resolve(this.#take(name))
        },
      }
      const check = () => {
        const until = Math.min(Math.max(since, queue.servedAt) + this.#timeoutMs, since + WAIT_MAX_MS)
        const leftMs = until - performance.now()
        if (leftMs > 0) return void (timeout = setTimeout(check, leftMs))
        leave()
        reject(
          new Error(`timeout exceeded when trying to connect: ${name} holds its share of the connections`),
        )
      }
      let timeout = setTimeout(check, this.#timeoutMs)
      queue.waiting.push(one)
    })
  }

  #serveNext(): void {
    for (const [name, { waiting }] of this.#queues) if (this.#mayEnter(name)) waiting[0]?.enter()
  }
}
