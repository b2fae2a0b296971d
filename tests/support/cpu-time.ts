import { readFileSync } from 'node:fs'

/**
 * The processor time, in milliseconds, that synchronous work takes of this thread. Unlike the time by the
 * clock it doesn't grow with what else the machine does.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The processor time that another process has taken so far, by Linux' clock of 100 ticks a second. */
export function cpuMsOfProcess(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
