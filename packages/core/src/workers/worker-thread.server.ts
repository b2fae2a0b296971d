// The thread of a worker process: runs one task after another.
import { parentPort } from 'node:worker_threads'
import type { Report } from './worker-messages.ts'
import type { TaskTools } from './workers.server.ts'

type Run = (input: unknown, tools: TaskTools<unknown>) => unknown
type Given = { module: string; input: unknown; bytes: Uint8Array<ArrayBuffer> }

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is a thread, not a window
const tell = (report: Report | 'begins') => parentPort?.postMessage(report)

parentPort?.on('message', ({ module, input, bytes }: Given) => void answer({ module, input, bytes }))

async function answer({ module, input, bytes }: Given): Promise<void> {
  try {
    const [run, ...others] = Object.values((await import(module)) as Record<string, Run>)
    if (!run || others.length > 0) throw new Error('A task is a module with one exported function')
    tell('begins')
    tell({ output: await run(input, { bytes, tell: (part) => tell({ part }) }) })
  } catch (error) {
    tell({ thrown: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}
