// A worker process, which runTask starts: runs tasks in a thread, so that it stays free to watch what they
// use. It runs until it is killed or the application exits.
import { Worker } from 'node:worker_threads'
import type { Order, Report } from './worker-messages.ts'

const LOOK_EVERY_MS = 20

const maxMemoryBytes = Number(process.argv[2]) * 1024 * 1024
const kill = () => process.kill(process.pid, 'SIGKILL')
const tell = (report: Report, told = () => {}) => process.send?.(report, told)

// These signals target the application, which kills this process itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', kill)

const thread = new Worker(new URL(import.meta.url.replace('worker-process', 'worker-thread')), {
  resourceLimits: { maxOldGenerationSizeMb: maxMemoryBytes / 2 / 1024 / 1024 },
  env: {},
})
let pieces: Uint8Array[] = []
let watch: NodeJS.Timeout | undefined
let usedBefore = process.cpuUsage()

process.on('message', (order: Order) => {
  if ('piece' in order) return void pieces.push(order.piece)
  const { module, input, maxSeconds } = order
  const bytes = new Uint8Array(Buffer.concat(pieces))
  pieces = []
  usedBefore = process.cpuUsage()
  watch = setInterval(() => look(maxSeconds), LOOK_EVERY_MS)
  thread.postMessage({ module, input, bytes }, [bytes.buffer])
})

// The heap is the smaller part: libraries unpack into memory that V8 does not limit.
function look(maxSeconds: number): void {
  const { user, system } = process.cpuUsage(usedBefore)
  if (process.memoryUsage.rss() > maxMemoryBytes) tell({ ended: 'memory' }, kill)
  else if ((user + system) / 1_000_000 > maxSeconds) tell({ ended: 'time' }, kill)
}

thread.on('message', (report: Report | 'begins') => {
  // Loading the task's module doesn't count.
  if (report === 'begins') return void (usedBefore = process.cpuUsage())
  if ('part' in report) return void tell(report)
  clearInterval(watch)
  tell({ ...report, isSpent: process.memoryUsage.rss() > maxMemoryBytes / 2 })
})
thread.on('error', (error: NodeJS.ErrnoException) =>
  tell({ ended: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash' }),
)
// Without an error, only when its code calls process.exit.
thread.on('exit', () => tell({ ended: 'crash' }))
