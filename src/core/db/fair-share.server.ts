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

/**
 * Divides the connections of a pool: a caller gets another one only while it holds less than half as many as
 * are free. A single caller gets at most a third of the pool. Callers that all wait for a locked table get
 * ever smaller shares, so a new caller still finds a connection: of fifteen, four such callers leave two.
 */
export class FairShare {
  readonly #size: number
  readonly #timeoutMs: number
  readonly #held = new Map<string, number>()
  readonly #queues = new Map<string, Waiting[]>()
  #used = 0
  waiting = 0

  constructor(size: number, timeoutMs: number) {
    this.#size = size
    this.#timeoutMs = timeoutMs
  }

  /** Waits for a share and returns its release function. Rejects after the timeout, as the pool does. */
  enter(): (() => void) | Promise<() => void> {
    const name = callerName()
    // Jobs and timers are limited by their own settings.
    if (name === undefined) return this.#take()
    return this.#mayEnter(name) ? this.#take(name) : this.#wait(name)
  }

  #mayEnter(name: string): boolean {
    return 2 * (this.#held.get(name) ?? 0) < this.#size - this.#used
  }

  #take(name?: string): () => void {
    this.#used += 1
    if (name !== undefined) this.#held.set(name, (this.#held.get(name) ?? 0) + 1)
    return () => {
      this.#used -= 1
      if (name !== undefined) {
        const left = (this.#held.get(name) ?? 1) - 1
        if (left > 0) this.#held.set(name, left)
        else this.#held.delete(name)
      }
      if (this.waiting > 0) this.#serveNext()
    }
  }

  #wait(name: string): Promise<() => void> {
    const queue = this.#queues.get(name) ?? []
    this.#queues.set(name, queue)
    this.waiting += 1
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timeout)
        this.waiting -= 1
        queue.splice(queue.indexOf(one), 1)
        if (queue.length === 0) this.#queues.delete(name)
      }
      const one: Waiting = {
        enter: () => {
          leave()
          resolve(this.#take(name))
        },
      }
      const timeout = setTimeout(() => {
        leave()
        reject(
          new Error(`timeout exceeded when trying to connect: ${name} holds its share of the connections`),
        )
      }, this.#timeoutMs)
      queue.push(one)
    })
  }

  #serveNext(): void {
    for (const [name, [first]] of this.#queues) if (first && this.#mayEnter(name)) first.enter()
  }
}
