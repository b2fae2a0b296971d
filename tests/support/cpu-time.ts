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

/** The CPU time another process has used so far, in milliseconds, read from Linux' 100 ticks a second. */
export function cpuMsOfProcess(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
