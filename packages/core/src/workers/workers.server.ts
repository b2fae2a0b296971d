import { fork, type ChildProcess } from 'node:child_process'
import type { Log } from '#/log/log.server.ts'
import { FairQueue } from './fair-queue.server.ts'
import { fileOf } from './file-of.server.ts'
import type { EndReason, Order, Report } from './worker-messages.ts'

/** What a task's function gets besides its input. */
export type TaskTools<Part = never> = {
  /** What the caller passed as `bytes`. */
  bytes: Uint8Array<ArrayBuffer>
  /** Hands over a part of a result that is too large for one message, which holds the event loop. */
  tell(part: Part): void
}

// `never` accepts functions of any input.
type TaskFunction = (input: never, tools: never) => unknown
type PartOf<Run> = Run extends (input: never, tools: TaskTools<infer Part>) => unknown ? Part : never

type TaskSettings = {
  /**
   * The file of the module, from the root of the project or in core, `@plinth/core/…/x.server.ts`. It exports
   * one function and is no part of the build.
   */
  module: string
  /** `request`: somebody waits for it. `job`: in the background, in a process of its own. */
  kind: 'request' | 'job'
  /**
   * Of processor time, so that a busy machine fails no task; besides, four times as long and ten seconds by
   * the clock. Waiting doesn't count.
   */
  maxSeconds: number
  /** Only tests change it. */
  maxMemoryMb?: number | undefined
}
export type Task<Run extends TaskFunction> = TaskSettings & { run?: Run }

/** Names a module as a task: `defineTask<typeof decodeImage>({ module: 'src/…/decode-image.server.ts' })`. */
export const defineTask = <Run extends TaskFunction>(settings: TaskSettings): Task<Run> => settings

type Options<Part> = {
  /** Whose turn it is, and who is charged: the id of a user. */
  account: string
  log: Pick<Log, 'warn'>
  signal: AbortSignal
  /** For the task's function. Read when the task's turn has come. */
  bytes?: AsyncIterable<Uint8Array>
  /** Called with what the function tells. */
  onPart?: (part: Part) => void
  /** Called with the seconds that the task ran. */
  onEnd?: (seconds: number) => void
}

/** A task whose process was killed because it exceeded a limit, or crashed. Trying again does not help. */
export class TaskEnded extends Error {
  override name = 'TaskEnded'
  readonly reason: EndReason

  constructor(reason: EndReason) {
    super(`The task was ended: ${reason}`)
    this.reason = reason
  }
}

// What somebody waits for never waits behind background work. The memory is that of the whole process; Node
// needs 60 MB, the largest image 330.
const kinds = {
  request: { queue: new FairQueue(2), maxMemoryMb: 384 },
  job: { queue: new FairQueue(2), maxMemoryMb: 512 },
}
const IDLE_SECONDS = 30

/**
 * Runs a task in a worker process, which sees no setting of the application and is killed with SIGKILL when
 * it exceeds a limit or the signal is aborted. Its turn in the queue is fair to accounts. Throws TaskEnded,
 * AppError limit when 100 of the account are waiting, the reason of the signal, and an Error if the task's
 * function threw.
 */
export async function runTask<Run extends TaskFunction>(
  task: Task<Run>,
  input: Parameters<Run>[0],
  options: Options<PartOf<Run>>,
): Promise<Awaited<ReturnType<Run>>> {
  const { account, signal, log, onEnd } = options
  const output = await kinds[task.kind].queue.run(account, signal, async () => {
    const startedAt = performance.now()
    const took = () => (performance.now() - startedAt) / 1000
    try {
      return await runInProcess(task, input, options)
    } catch (error) {
      if (error instanceof TaskEnded)
        log.warn({ task: task.module, account, reason: error.reason, seconds: took() }, 'A task was ended')
      throw error
    } finally {
      onEnd?.(took())
    }
  })
  return output as Awaited<ReturnType<Run>>
}

async function runInProcess<Run extends TaskFunction>(
  { module, kind, maxSeconds, maxMemoryMb = kinds[kind].maxMemoryMb }: Task<Run>,
  input: Parameters<Run>[0],
  { signal, bytes, onPart }: Options<PartOf<Run>>,
): Promise<unknown> {
  signal.throwIfAborted()
  const child = (kind === 'request' && takeIdle(maxMemoryMb)) || startProcess(maxMemoryMb)
  const { promise, resolve, reject } = Promise.withResolvers<{ output: unknown; isSpent?: boolean }>()
  child.on('message', (report: Report) => {
    try {
      if ('part' in report) onPart?.(report.part as PartOf<Run>)
      else if ('output' in report) resolve(report)
      else reject('thrown' in report ? new Error(report.thrown) : new TaskEnded(report.ended))
    } catch (error) {
      reject(error)
    }
  })
  child.on('error', reject)
  child.on('exit', (_, killedBy) => reject(deathOf(killedBy)))
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp)
  const timer = setTimeout(() => reject(new TaskEnded('time')), (10 + 4 * maxSeconds) * 1000)
  order(child, { module: fileOf(module), input, maxSeconds }, bytes).catch(reject)
  let isFit = false
  try {
    const { output, isSpent } = await promise
    // Each job has a process of its own, so that the limit of memory means the same for every file.
    isFit = kind === 'request' && !isSpent
    return output
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
    if (isFit) keepIdle(child, maxMemoryMb)
    else child.kill('SIGKILL')
  }
}

const startProcess = (maxMemoryMb: number): ChildProcess =>
  fork(fileOf('@plinth/core/workers/worker-process.server.ts'), [String(maxMemoryMb)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // The process must not see the application's settings.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

/** Hands a task over. A process that is gone has already told why. */
async function order(
  child: ChildProcess,
  task: Extract<Order, { module: string }>,
  bytes?: AsyncIterable<Uint8Array>,
): Promise<void> {
  const send = (message: Order) => new Promise<void>((sent) => child.send(message, () => sent()))
  for await (const piece of bytes ?? []) {
    if (!child.connected) return
    await send({ piece })
  }
  await send(task)
}

type Idle = { child: ChildProcess; maxMemoryMb: number; timer: NodeJS.Timeout }
const idle = new Set<Idle>()

function takeIdle(maxMemoryMb: number): ChildProcess | undefined {
  const found = [...idle].find((one) => one.maxMemoryMb === maxMemoryMb && one.child.connected)
  if (!found) return undefined
  const { child, timer } = found
  idle.delete(found)
  clearTimeout(timer)
  child.ref()
  child.channel?.ref()
  return child
}

/** Keeps a process for the next task, without keeping this one from ending. */
function keepIdle(child: ChildProcess, maxMemoryMb: number): void {
  for (const event of ['message', 'error', 'exit']) child.removeAllListeners(event)
  child.on('error', () => {})
  child.unref()
  child.channel?.unref()
  const end = () => {
    idle.delete(kept)
    child.kill('SIGKILL')
  }
  const kept = { child, maxMemoryMb, timer: setTimeout(end, IDLE_SECONDS * 1000).unref() }
  idle.add(kept)
}

/**
 * Why a process ended without a result: the operating system kills those that need too much memory, and a
 * shutdown stops all of them.
 */
function deathOf(killedBy: NodeJS.Signals | null): Error {
  if (killedBy === 'SIGTERM' || killedBy === 'SIGINT' || killedBy === 'SIGHUP')
    return new Error(`The worker process was ended by ${killedBy}`)
  const isMemory = killedBy === 'SIGKILL' || killedBy === 'SIGABRT' || killedBy === 'SIGTRAP'
  return new TaskEnded(isMemory ? 'memory' : 'crash')
}
