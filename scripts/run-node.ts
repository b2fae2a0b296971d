import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs `node ...args` in this terminal and answers its exit code. A signal that asks this process to stop is
 * passed on meanwhile, and the answer is then 128 and the signal's number, whatever the program made of it.
 */
export function runNode(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  let stoppedBy: NodeJS.Signals | undefined
  const stop = (signal: NodeJS.Signals) => {
    stoppedBy ??= signal
    // A terminal sends Ctrl-C to the child as well; a second one would cut short what it does to stop well.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of stopSignals) process.on(signal, stop)
  return new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, endedBy) => {
      const signal = stoppedBy ?? endedBy
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1))
    })
  }).finally(() => {
    for (const signal of stopSignals) process.off(signal, stop)
  })
}
