import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { type Redis, openRedis } from '@plinth/core/internal/redis/redis.server.ts'
import { isMissing } from '../is-missing.ts'
import { atEnd } from '../runner/at-end.ts'
import { freePort } from '../programs/running-app.ts'
import { testLog } from '../test-database.ts'

const BINARY = '/usr/bin/redis-server'

/** Tests that need Redis are skipped when it is not installed, and fail in CI. */
export const isRedisMissing = isMissing(BINARY)

export type RedisUnderTest = {
  url: string
  port: number
  /** Sends SIGKILL: all its data is lost. */
  kill(): Promise<void>
  /** Starts again, empty, on the same port. */
  start(): Promise<void>
  /** Accepts connections and does not respond until it is thawed. */
  freeze(): void
  thaw(): void
}

/**
 * A real Redis on loopback without persistence; ends with the file. Further arguments are passed to the
 * server, with `{port}` replaced by its port.
 */
export async function startRedis(...settings: string[]): Promise<RedisUnderTest> {
  const port = await freePort()
  let server: ChildProcess | undefined
  let output = ''
  async function start() {
    const own = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      tmpdir(),
    ]
    const args = [...own, ...settings.map((one) => one.replace('{port}', String(port)))]
    const started = spawn(BINARY, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    server = started
    output = ''
    started.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await once(started, 'spawn')
    // Not whether the port is open, which may be that of another process.
    while (!output.includes('Ready to accept connections')) {
      if (started.exitCode !== null) throw new Error(`Redis ended with ${started.exitCode}:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  async function kill() {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  try {
    await start()
  } catch (error) {
    // Another process took the free port first.
    if (output.includes('in use')) return startRedis(...settings)
    throw error
  }
  atEnd(kill)
  return {
    url: `redis://127.0.0.1:${port}/2`,
    port,
    kill,
    start,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
  }
}

/** A connection whose timeout allows for a busy machine; ends with the file. */
export async function patientRedis(url: string): Promise<Redis> {
  const redis = await openRedis(url, testLog, {
    commandMs: 5_000,
    silentMs: 10_000,
    distrustMs: 200,
  })
  atEnd(async () => redis.close())
  while (!redis.isTrusted()) await new Promise((resolve) => setTimeout(resolve, 10))
  return redis
}
