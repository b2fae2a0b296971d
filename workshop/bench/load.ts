import { spawn } from 'node:child_process'
import path from 'node:path'
import { cpuMs } from './processes.ts'

type Target = {
  url: string
  /** The server's process. */
  pid: number
  /** Other processes that work for it, such as those of the database. */
  others?: () => number[]
  headers?: Record<string, string>
}

export type Load = {
  requestsPerSecond: number
  cpuMsPerRequest: number
  /** Of the other processes. */
  othersCpuMsPerRequest: number
  p50Ms: number
  p99Ms: number
}

const client = path.join(import.meta.dirname, 'load-client.ts')

/**
 * Keeps `connections` requests open for `seconds`, with pauses of `thinkMs` on average between them, and
 * measures the server's process. Throws if a response is not 2xx.
 */
export async function load(
  { url, pid, others = () => [], headers = {} }: Target,
  { connections = 16, seconds = 3, thinkMs = 0 } = {},
): Promise<Load> {
  const before = cpuMs(pid)
  const othersBefore = cpuOf(others())
  const output = await run(JSON.stringify({ url, headers, connections, seconds, thinkMs }))
  const used = cpuMs(pid) - before
  const usedByOthers = cpuSince(othersBefore, others())
  const answered = JSON.parse(output) as {
    requests: number
    failures: number
    seconds: number
    p50Ms: number
    p99Ms: number
  }
  const { requests, failures, p50Ms, p99Ms } = answered
  if (failures > 0 || requests === 0)
    throw new Error(`${url}: ${requests} answers, of which ${failures} failed`)
  return {
    requestsPerSecond: requests / answered.seconds,
    cpuMsPerRequest: used / requests,
    othersCpuMsPerRequest: usedByOthers / requests,
    p50Ms,
    p99Ms,
  }
}

/** Skips processes that have ended: a database server may end its workers at any time. */
export function cpuOf(pids: readonly number[]): Map<number, number> {
  return new Map(
    pids.flatMap((pid) => {
      try {
        return [[pid, cpuMs(pid)] as const]
      } catch {
        return []
      }
    }),
  )
}

/** The CPU time of these processes since `before`, in milliseconds. */
export const cpuSince = (before: ReadonlyMap<number, number> | undefined, pids: readonly number[]): number =>
  [...cpuOf(pids)].reduce((sum, [pid, ms]) => sum + ms - (before?.get(pid) ?? 0), 0)

function run(task: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // A separate process, so that generating the load and measuring it don't disturb each other.
    const child = spawn(process.execPath, [client, task], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`The load client ended with ${code}`)),
    )
  })
}
