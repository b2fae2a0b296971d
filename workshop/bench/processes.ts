import { readdirSync, readFileSync } from 'node:fs'

/** True where /proc reports what a process uses (Linux). Elsewhere those numbers are omitted. */
export const canWatchProcesses = process.platform === 'linux'

const TICKS_PER_SECOND = 100

/**
 * Returns the CPU time of a process so far, all threads, in milliseconds and in steps of 10. NaN off Linux.
 */
export function cpuMs(pid: number): number {
  if (!canWatchProcesses) return NaN
  const [, , ...fields] = statOf(pid)
  // The 14th and 15th field of the file: user and system time.
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

/**
 * Returns the memory of some processes: `residentBytes` counts shared memory once per process, `ownBytes`
 * (PSS) once in total.
 */
export function memory(pids: readonly number[]): { residentBytes: number; ownBytes: number } {
  const total = { residentBytes: 0, ownBytes: 0 }
  for (const pid of pids) {
    const text = textOf(`/proc/${pid}/smaps_rollup`)
    // It has ended since it was listed.
    if (text === '') continue
    total.residentBytes += Number(/^Rss:\s+(\d+)/m.exec(text)?.[1]) * 1024
    total.ownBytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) * 1024
  }
  return total
}

/** Returns a process and its live descendants. */
export function withDescendants(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((candidate) => candidate > 0 && parentOf(candidate) === pid)
  return [pid, ...children.flatMap(withDescendants)]
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(statOf(pid)[3])
  } catch {
    // It has ended since the folder was read.
    return undefined
  }
}

/** Returns a process's command line, its parts separated by spaces. Empty if the process has ended. */
export function commandLine(pid: number): string {
  return textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
}

/** Empty if the process has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Process id, name, state, parent and so on. In the file the name is in parentheses and may hold spaces. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const end = text.lastIndexOf(')')
  return [String(pid), text.slice(text.indexOf('(') + 1, end), ...text.slice(end + 2).split(' ')]
}
