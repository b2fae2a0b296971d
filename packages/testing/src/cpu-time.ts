import { readFileSync } from 'node:fs'

/**
 * The CPU time of this thread for synchronous work, in milliseconds. Unlike wall time, it does not grow with
 * the load of the machine.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * The CPU time of the quickest of up to five runs, in milliseconds, which stop once one takes at most
 * `enoughMs`: the first run compiles, and other processes slow a core down.
 */
export function leastCpuMsOf(work: () => void, enoughMs: number): number {
  let least = Infinity
  for (let tries = 0; tries < 5 && least > enoughMs; tries += 1) least = Math.min(least, cpuMsOf(work))
  return least
}

/** The CPU time another process has used so far, in milliseconds, read from Linux' 100 ticks a second. */
export function cpuMsOfProcess(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
