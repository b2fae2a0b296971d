// The process that parseFile starts: parses one file from stdin in a worker thread and watches its own
// memory. It runs until it is killed or the application exits.
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { ParseMessage } from './parse-message.ts'

const LOOK_EVERY_MS = 20

const [format, maxMemoryMb] = process.argv.slice(2)
const end = () => process.kill(process.pid, 'SIGKILL')
const tell = (message: ParseMessage, told = () => {}) => process.send?.(message, told)

// These signals target the application, which kills this process itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', end)

const bytes = new Uint8Array(await buffer(process.stdin))
const thread = new Worker(new URL('./parse-thread.server.ts', import.meta.url), {
  workerData: { bytes, format },
  transferList: [bytes.buffer],
  resourceLimits: { maxOldGenerationSizeMb: Number(maxMemoryMb) / 2 },
  // Discards the output of libraries.
  stdout: true,
  stderr: true,
  env: {},
})
thread.on('message', (message: ParseMessage) => tell(message))
thread.on('error', (error: NodeJS.ErrnoException) => {
  const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  tell({ problem: isMemory ? 'documents:problems.needsTooMuch' : 'documents:problems.broken' })
})

// The heap is the smaller part: readers unpack into memory that V8 does not limit.
setInterval(() => {
  if (process.memoryUsage.rss() > Number(maxMemoryMb) * 1024 * 1024)
    tell({ problem: 'documents:problems.needsTooMuch' }, end)
}, LOOK_EVERY_MS)
