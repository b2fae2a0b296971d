import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'

// Files that are saved together are checked together.
const SETTLED_MS = 300
const SHOWN_MAX = 3

const tsc = [
  ...['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false'],
  // More of them take twice the memory, and no less time on two cores.
  ...['--checkers', '1', '--incremental', '--tsBuildInfoFile', '.cache/dev-types.tsbuildinfo'],
]

/**
 * Checks the types beside the development server after each change, and says in one line what has changed. A
 * check ends when it is done: a compiler that watches would keep two gigabytes.
 */
export function createTypeCheck(say: (line: string) => void) {
  let said = ''
  let timer: NodeJS.Timeout | undefined
  let running: ChildProcess | undefined
  let isDue = false

  async function check(): Promise<void> {
    if (running) return void (isDue = true)
    isDue = false
    const child = spawn(process.execPath, tsc, { stdio: ['ignore', 'pipe', 'ignore'] })
    running = child
    const errors: string[] = []
    createInterface(child.stdout).on('line', (line) => {
      const [, file, row, message] = /^(.+?)\((\d+),\d+\): error TS\d+: (.+)$/.exec(line) ?? []
      if (file) errors.push(`${file}:${row} ${message}`)
    })
    child.once('spawn', () => setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL))
    const [code] = (await once(child, 'close')) as [number | null]
    running = undefined
    if (isDue) return check()
    // Ended by a signal, such as ours, or not able to check.
    if (code === null || (code !== 0 && errors.length === 0)) return
    const line = describe(errors)
    if (line !== said) say(line || 'types are fine again')
    said = line
  }

  return {
    start: () => void check(),
    /** Calls for a check if the file may change what the compiler says. */
    onSaved(file: string): void {
      if (!/\.(tsx?|json)$/.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => void check(), SETTLED_MS)
    },
    async close(): Promise<void> {
      clearTimeout(timer)
      isDue = false
      if (!running) return
      const ended = once(running, 'close')
      running.kill()
      await ended
    },
  }
}

function describe(errors: readonly string[]): string {
  if (errors.length === 0) return ''
  const more =
    errors.length > SHOWN_MAX ? ` and ${errors.length - SHOWN_MAX} more: npm run check -- types` : ''
  return `${errors.length} type error${errors.length === 1 ? '' : 's'}: ${errors.slice(0, SHOWN_MAX).join('; ')}${more}`
}
