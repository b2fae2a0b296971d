// Started by run-folder.ts with the folder of a test run. When the runner is gone and standard input closes,
// it ends the remaining processes of the run and removes the folder.
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { processesWith } from '../programs/processes.ts'

// The application stops within ten seconds.
const STOPS_WITHIN_MS = 12_000

const [folder = ''] = process.argv.slice(2)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.stdin.resume()
await new Promise((resolve) => {
  for (const event of ['end', 'error']) process.stdin.on(event, resolve)
})

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  for (const { pid } of processesWith(folder)) end(pid, signal)
  const until = Date.now() + STOPS_WITHIN_MS
  while (processesWith(folder).length > 0 && Date.now() < until) await pause(50)
}
rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already ended.
  }
}
