import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { commandFile } from '@plinth/cli/commands.mjs'
import { settingNames } from '@plinth/core/internal/app/registry/settings.server.ts'
import { requireBuild } from '../runner/require-build.ts'
import { testStorageUrl } from '../test-storage.ts'
import { memorySettings } from '@plinth/cli/memory-settings.mjs'
import '@plinth/cli/installed.ts'

export type RunningApp = {
  url: string
  port: number
  pid: number
  dataDir: string
  /** Everything the process has printed so far. */
  output(): string
  /** Lines of the log about errors and warnings, without those that a busy machine has too. */
  problems(): string[]
  /** Sends SIGTERM and waits. Returns the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL and waits. */
  kill(): Promise<void>
}

type StartOptions = { env?: Record<string, string>; dataDir?: string; port?: number; readyWithinMs?: number }

const projectRoot = process.cwd()

// Instances of one database share a folder. It lives as long as the run, because an instance may restart.
const sharedFolders = new Map<string, string>()

function sharedFolder(databaseUrl: string): string {
  const folder = sharedFolders.get(databaseUrl) ?? mkdtempSync(path.join(tmpdir(), 'plinth-app-'))
  sharedFolders.set(databaseUrl, folder)
  return folder
}

/**
 * Starts the built application like `npm start`, on a free port. Instances with the same DATABASE_URL share a
 * data folder and run no scheduled jobs; without DATABASE_URL the folder is temporary and stop() removes it.
 * Requires the build in dist/. Rejects with the output when the process exits or is not ready in time.
 */
export async function startApp({
  env = {},
  dataDir,
  port,
  readyWithinMs = 240_000,
}: StartOptions = {}): Promise<RunningApp> {
  requireBuild()
  const ownPort = port ?? (await freePort())
  const given = dataDir ?? (env.DATABASE_URL ? sharedFolder(env.DATABASE_URL) : undefined)
  const folder = given ?? mkdtempSync(path.join(tmpdir(), 'plinth-app-'))
  const endWithParent = ['--import', '@plinth/testing/runner/end-with-parent.mjs']
  const child = spawn(
    path.join(projectRoot, 'node_modules/.bin/node'),
    ['--disable-warning=ExperimentalWarning', ...endWithParent, commandFile('serve')],
    {
      cwd: projectRoot,
      env: {
        ...withoutSettings(process.env),
        NODE_ENV: 'production',
        PORT: String(ownPort),
        DATA_DIR: folder,
        LOG_LEVEL: 'info',
        ...storageSettings(folder),
        ...env,
        ...memorySettings(env),
      },
      stdio: 'pipe',
    },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    // Uncaught, so that the run fails whatever the test looks at.
    const line = output.split('\n').find((one) => one.includes('a page is too large'))
    if (line) throw new Error(line)
  })
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  const url = `http://localhost:${ownPort}`
  try {
    await untilReady(child, url, readyWithinMs)
    if (env.DATABASE_URL) await removeSchedules(env.DATABASE_URL)
  } catch (error) {
    child.kill('SIGKILL')
    // Another process took the free port first.
    if (port === undefined && /Port \d+ .+ is in use/.test(output))
      return startApp({ env, dataDir, port, readyWithinMs })
    throw new Error(`${String(error)}\n${output}`, { cause: error })
  }
  const remove = () => given === undefined && rmSync(folder, { recursive: true, force: true })
  return {
    url,
    port: ownPort,
    pid: child.pid ?? 0,
    dataDir: folder,
    output: () => output,
    problems: () =>
      output.split('\n').filter((line) => /"level":"(warn|error)"/.test(line) && !isOfBusyMachine(line)),
    async stop() {
      child.kill('SIGTERM')
      const code = await ended
      remove()
      return code
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Other errors of the job queue are problems: only the timeouts of its queries are not. */
function isOfBusyMachine(line: string): boolean {
  if (line.includes('the job queue had an error')) return /"message":"[^"]*timeout/i.test(line)
  return line.includes('a query was slow') || line.includes('the event loop was held')
}

/** With a run on object storage, the application's own part of the bucket. */
function storageSettings(dataDir: string): Record<string, string> {
  const url = testStorageUrl(dataDir)
  return url === undefined ? {} : { STORAGE_URL: url }
}

async function untilReady(child: ChildProcess, url: string, withinMs: number): Promise<void> {
  const until = Date.now() + withinMs
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`The application ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The application was not ready in time')
}

/** Otherwise a job that is due would change rows in the middle of a test. */
async function removeSchedules(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(`
      with removed as (delete from pgboss.schedule returning name)
      delete from pgboss.job
      where state = 'created' and (name in (select name from removed) or name = '__pgboss__send-it')`)
  } finally {
    await client.end()
  }
}

/** Returns a port that is currently free. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/**
 * The machine's environment without any settings of the application. They are set to empty strings, which
 * count as not set, so that a developer's `.env` does not provide them.
 */
export function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = /^(OTEL_.*|VITEST.*|NODE_OPTIONS)$/
  const empty = settingNames()
    .filter((name) => name !== 'NODE_ENV')
    .map((name) => [name, ''])
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name))),
    ...Object.fromEntries(empty),
  }
}
