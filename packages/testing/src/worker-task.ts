import type { TaskTools } from '@plinth/core/server'

type What = 'answer' | 'spin' | 'sleep' | 'fill' | 'throw' | 'exit' | 'settings' | 'parts'

/** A task for the tests of worker processes. */
export async function workerTask(
  { what }: { what: What },
  { bytes, tell }: TaskTools<number>,
): Promise<unknown> {
  if (what === 'spin') for (;;);
  if (what === 'sleep') await new Promise((resolve) => setTimeout(resolve, 600_000))
  if (what === 'fill') for (const kept = []; ;) kept.push(Buffer.alloc(10_000_000, 1))
  if (what === 'throw') throw new Error('thrown by the task')
  if (what === 'exit') process.exit(1)
  if (what === 'settings') return { env: process.env, cwd: process.cwd() }
  if (what === 'parts') for (let at = 0; at < 3; at++) tell(at)
  return { pid: process.pid, bytes: bytes.length }
}
