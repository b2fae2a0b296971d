import { readdirSync, readFileSync } from 'node:fs'

/** True where /proc tells what a process uses (Linux). Elsewhere those numbers are left out. */
export const canWatchProcesses = process.platform === 'linux'

const TICKS_PER_SECOND = 100

/**
 * CPU time a process has used so far, all its threads, in milliseconds; it counts in steps of 10. NaN off
 * Linux.
 */
export function cpuMs(pid: number): number {
  if (!canWatchProcesses) return NaN
  const [, , ...fields] = statOf(pid)
  // The 14th and 15th field of the file: user and system time.
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

/**
 * Memory of a set of processes: `residentBytes` counts what they share once for each of them, `ownBytes`
 * (PSS) once in all.
 */
export function memory(pids: readonly number[]): { residentBytes: number; ownBytes: number } {
  const total = { residentBytes: 0, ownBytes: 0 }
  for (const pid of pids) {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    total.residentBytes += Number(/^Rss:\s+(\d+)/m.exec(text)?.[1]) * 1024
    total.ownBytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) * 1024
  }
  return total
}

/** A process and all below it, as far as they live. */
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

/** The command a process was started with, its parts between blanks. Empty when it has ended. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** Process id, name, state, parent and so on. The name stands in parentheses and may hold blanks. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const end = text.lastIndexOf(')')
  return [String(pid), text.slice(text.indexOf('(') + 1, end), ...text.slice(end + 2).split(' ')]
}
