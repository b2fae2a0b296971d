import { spawn } from 'node:child_process'
import path from 'node:path'
import { cpuMs } from './processes.ts'

type Target = {
  url: string
  /** The process that answers. */
  pid: number
  /** Others that work for it, such as the processes of the database. */
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
 * Keeps `connections` requests open for some seconds and watches the process that answers. Throws when an
 * answer is not 2xx.
 */
export async function load(
  { url, pid, others = () => [], headers = {} }: Target,
  { connections = 16, seconds = 3 } = {},
): Promise<Load> {
  const before = cpuMs(pid)
  const othersBefore = cpuOf(others())
  const output = await run(JSON.stringify({ url, headers, connections, seconds }))
  const used = cpuMs(pid) - before
  const usedByOthers = [...cpuOf(others())].reduce(
    (sum, [other, ms]) => sum + ms - (othersBefore.get(other) ?? 0),
    0,
  )
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

/** Of those that live: a database server ends its workers when it likes. */
function cpuOf(pids: readonly number[]): Map<number, number> {
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

function run(task: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // A process of its own, so that making the load and counting it are not in each other's way.
    const child = spawn(process.execPath, [client, task], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`The load client ended with ${code}`)),
    )
  })
}
