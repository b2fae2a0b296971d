import { Shares } from './shares.server.ts'

// Pages take 5 to 10 ms each, so others wait a third of a second for one owner at worst. A browser asks for
// ten things at once, and whoever isn't signed in shares an address but gets the first pages from memory.
const RUNNING_PER_OWNER = 32
// What a request holds while it runs is far less than a megabyte, of which a process has a few hundred.
const IN_FLIGHT_MAX = 1_000

type Asking = { owner: string; signal: AbortSignal }
type Queue = { running: number; waiting: Set<() => void> }

/** Requests that run or wait for their turn. */
const requests = new Shares({ total: IN_FLIGHT_MAX, retryAfterSeconds: 2 })
const queues = new Map<string, Queue>()

/**
 * Runs `work` for a request, at most 32 of one owner at a time; more wait behind those.
 * Beyond 1,000 in flight the owner of most loses one that waits. That throws unavailable, and so does a new
 * one if nobody has more waiting. Throws the signal's reason if the client leaves while it waits.
 */
export async function inTurn<T>({ owner, signal }: Asking, work: () => Promise<T>): Promise<T> {
  const queue: Queue = queues.get(owner) ?? { running: 0, waiting: new Set() }
  const isNext = queue.running < RUNNING_PER_OWNER
  const share = isNext ? requests.enter(owner, 1) : await turnIn(queue, { owner, signal })
  if (isNext) {
    queue.running += 1
    queues.set(owner, queue)
  }
  try {
    return await work()
  } finally {
    share.leave()
    const [next] = queue.waiting
    if (next) next()
    else queue.running -= 1
    if (queue.running === 0) queues.delete(owner)
  }
}

/** Waits until another request of the owner is done, and takes over its place. */
async function turnIn(queue: Queue, { owner, signal }: Asking) {
  const turn = Promise.withResolvers<void>()
  const share = requests.enter(owner, 1, turn.reject)
  const leave = () => turn.reject(signal.reason)
  const begin = () => {
    queue.waiting.delete(begin)
    share.keep()
    turn.resolve()
  }
  queue.waiting.add(begin)
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  try {
    await turn.promise
    return share
  } catch (error) {
    queue.waiting.delete(begin)
    share.leave()
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
