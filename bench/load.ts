import { spawn } from 'node:child_process'
import path from 'node:path'
import { cpuMs } from './processes.ts'

type Target = {
  url: string
  /** The process that answers. */
  pid: number
  headers?: Record<string, string>
}

export type Load = { requestsPerSecond: number; cpuMsPerRequest: number; p50Ms: number; p99Ms: number }

const autocannon = path.resolve(import.meta.dirname, '../node_modules/.bin/autocannon')

/**
 * Keeps `connections` requests open for some seconds and watches the process that answers. Throws when an
 * answer is not 2xx.
 */
export async function load(
  { url, pid, headers = {} }: Target,
  { connections = 16, seconds = 3 } = {},
): Promise<Load> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const before = cpuMs(pid)
  const output = await run([
    '--json',
    '--no-progress',
    '-c',
    String(connections),
    '-d',
    String(seconds),
    ...named,
    url,
  ])
  const used = cpuMs(pid) - before
  const { requests, latency, duration, errors, non2xx } = JSON.parse(output) as {
    requests: { total: number }
    latency: { p50: number; p99: number }
    duration: number
    errors: number
    non2xx: number
  }
  if (errors > 0 || non2xx > 0 || requests.total === 0)
    throw new Error(`${url}: ${requests.total} answers, ${non2xx} not 2xx, ${errors} errors`)
  return {
    requestsPerSecond: requests.total / duration,
    cpuMsPerRequest: used / requests.total,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
  }
}

function run(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    // A process of its own, so that making the load and counting it are not in each other's way.
    const child = spawn(process.execPath, [autocannon, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`autocannon ended with ${code}: ${errors}`)),
    )
  })
}
