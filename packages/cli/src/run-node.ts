import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs `node ...args` in this terminal and returns its exit code. What it prints goes to `onOutput` instead,
 * if that is given. Stop signals are forwarded to it; after one the result is 128 plus the signal's number,
 * whatever the program's exit code.
 */
export function runNode(
  args: readonly string[],
  env: Record<string, string> = {},
  onOutput?: (text: string) => void,
): Promise<number> {
  const output = onOutput ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, args, {
    stdio: ['inherit', output, output],
    env: { ...process.env, ...env },
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
  let stoppedBy: NodeJS.Signals | undefined
  const stop = (signal: NodeJS.Signals) => {
    stoppedBy ??= signal
    // A terminal sends Ctrl-C to the child as well; a second one would cut its shutdown short.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of stopSignals) process.on(signal, stop)
  return new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, endedBy) => {
      const signal = stoppedBy ?? endedBy
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1))
    })
  }).finally(() => {
    for (const signal of stopSignals) process.off(signal, stop)
  })
}
