import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'
import { afterAll, afterEach, vi } from 'vitest'

import { acquireEmbeddedServer, describeEmbeddedServer, type EmbeddedServer } from '../src/index.ts'

export type Connection = EmbeddedServer['connection']
type Message =
  | { event: 'acquired'; connection: Connection }
  | { event: 'released' }
  | { event: 'failed'; name: string; message: string }

export const quiet = { info() {}, warn() {}, error() {} }

const childScript = new URL('child.ts', import.meta.url).pathname
const children = new Set<ChildProcess>()
/** Data folders by path, with their temporary parent folders. */
const dataDirs = new Map<string, string>()
let template: string | undefined

/**
 * Kills processes that a test left running, by PID, and removes its folders. Call at the top of a test file.
 */
export function prepareForServers(): void {
  afterEach(async () => {
    for (const child of children) await killHard(child)
    children.clear()
    for (const [dataDir, parent] of dataDirs) {
      await stopServerOn(dataDir)
      rmSync(parent, { recursive: true, force: true, maxRetries: 5 })
    }
    dataDirs.clear()
  })
  afterAll(() => {
    if (template) rmSync(join(template, '..'), { recursive: true, force: true })
    template = undefined
    vi.resetConfig()
  })
}

/** Returns a data folder path that does not exist yet, in a temporary one that other users can traverse. */
export function newDataDir(name = 'data'): string {
  const parent = mkdtempSync(join(tmpdir(), 'plinth-embedded-'))
  chmodSync(parent, 0o755)
  const dataDir = join(parent, name)
  dataDirs.set(dataDir, parent)
  return dataDir
}

/**
 * Returns a data folder on which a server has run and stopped: a copy, so that tests don't wait for a first
 * start.
 */
export async function usedDataDir(): Promise<string> {
  template ??= await makeTemplate()
  const dataDir = newDataDir()
  execFileSync('cp', ['-a', template, dataDir])
  return dataDir
}

async function makeTemplate(): Promise<string> {
  const dataDir = newDataDir()
  dataDirs.delete(dataDir)
  const server = await acquireEmbeddedServer({ dataDir, log: quiet })
  await server.release()
  return dataDir
}

/** A separate process of the app on the folder. */
export class AppProcess {
  readonly child: ChildProcess
  private readonly said: Message[] = []
  /** Whether all that it said has arrived: a process may have ended before its last line is read. */
  private isClosed = false

  constructor(dataDir: string, ids: { uid?: number; gid?: number } = {}) {
    this.child = spawn(process.execPath, [childScript, dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
      ...ids,
    })
    children.add(this.child)
    this.child.once('close', () => (this.isClosed = true))
    if (this.child.stdout)
      createInterface({ input: this.child.stdout }).on('line', (line) => this.said.push(JSON.parse(line)))
  }

  async hears<E extends Message['event']>(event: E): Promise<Extract<Message, { event: E }>> {
    for (;;) {
      const found = this.said.find(
        (message): message is Extract<Message, { event: E }> => message.event === event,
      )
      if (found) return found
      const failed = this.said.find((message) => message.event === 'failed')
      if (failed) throw new Error(failed.message)
      if (this.isClosed) throw new Error(`the process ended before it said ${event}`)
      await sleep(5)
    }
  }

  async release(): Promise<void> {
    this.child.stdin?.write('release\n')
    await this.hears('released')
    while (!hasEnded(this.child)) await sleep(5)
  }

  async kill(): Promise<void> {
    await killHard(this.child)
  }

  /**
   * Kills the app and its children like a stopping container, but not the server, which has its own group.
   */
  async killGroup(): Promise<void> {
    if (this.child.pid) process.kill(-this.child.pid, 'SIGKILL')
    await killHard(this.child)
  }
}

export async function query<Row extends object>(connection: Connection, sql: string): Promise<Row[]> {
  const client = new Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

export async function serverPid(dataDir: string): Promise<number | null> {
  return (await describeEmbeddedServer({ dataDir })).serverPid
}

/** Waits until `isDone` returns true. Throws after `withinMs`. */
export async function until(isDone: () => Promise<boolean> | boolean, withinMs = 20_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`not so within ${withinMs} ms`)
    await sleep(20)
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  while (!hasEnded(child)) await sleep(2)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function stopServerOn(dataDir: string): Promise<void> {
  const pid = await serverPid(dataDir)
  if (!pid) return
  process.kill(pid, 'SIGINT')
  await until(() => !isAlive(pid))
}
