import { spawn, type ChildProcess } from 'node:child_process'
import { openSync, closeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const READY_WITHIN_MS = 120_000
const STOPS_WITHIN_MS = 20_000

export type ServiceOptions = {
  name: string
  /** Its log goes there. */
  folder: string
  /** What the command runs under, such as a user and a namespace. */
  under: readonly string[]
  command: readonly string[]
  env: NodeJS.ProcessEnv
  isReady: () => Promise<boolean>
  /** Ends waiting for it. */
  signal: AbortSignal
}

/** A process of the cluster: started, signalled and ended by its id, and ended with this process. */
export class Service {
  readonly name: string
  readonly log: string
  readonly #options: ServiceOptions
  #child: ChildProcess | undefined

  constructor(options: ServiceOptions) {
    this.name = options.name
    this.log = path.join(options.folder, `${options.name}.log`)
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /**
   * Starts the process without waiting for it. `env` is for the command alone, not for what it runs under.
   */
  begin(env: Readonly<Record<string, string>> = {}): void {
    const log = openSync(this.log, 'a')
    // In a group of its own: Ctrl-C reaches only the command, which ends all in order.
    const { under, command } = this.#options
    const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    const [program = '', ...args] = [...under, '/usr/bin/env', ...settings, ...command]
    this.#child = spawn(program, args, {
      cwd: process.cwd(),
      env: this.#options.env,
      stdio: ['ignore', log, log],
      detached: true,
    })
    this.#child.on('error', () => {})
    closeSync(log)
  }

  async start(env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.begin(env)
    await this.ready()
  }

  async ready(): Promise<void> {
    const until = Date.now() + READY_WITHIN_MS
    while (!(await this.#options.isReady().catch(() => false))) {
      this.#options.signal.throwIfAborted()
      if (!this.isRunning) throw new Error(`${this.name} ended. Its log is ${this.log}`)
      if (Date.now() > until) throw new Error(`${this.name} is not ready. Its log is ${this.log}`)
      await pause(100)
    }
  }

  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.#child?.kill(signal)
  }

  /** Sends the signal and waits for the end; SIGKILL when that takes too long. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child || !this.isRunning) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    const late = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS)
    await ended
    clearTimeout(late)
  }
}
