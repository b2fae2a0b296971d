import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from './running-app.ts'

const PACKAGES = '/usr/lib/postgresql'
const NOBODY = 65_534
// PostgreSQL refuses to run as root.
const ids = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const [newest] = existsSync(PACKAGES)
  ? readdirSync(PACKAGES).toSorted((one, other) => Number(other) - Number(one))
  : []

/** The embedded server comes without pg_basebackup, so it needs Debian's packages. CI has them. */
export const isPostgresMissing = newest === undefined && process.env.CI === undefined

/** A primary or a standby. */
export type Server = {
  /** With its superuser. */
  url: string
  /** The process of the server. */
  pid(): number
  /** Runs a statement on a connection of its own. */
  query(statement: string): Promise<Record<string, unknown>[]>
  start(): void
  stop(): void
  /** Ends the server like a loss of power. */
  kill(): void
  promote(): void
}

/** Starts a primary with the database `app` and standbys that stream from it. The caller calls `end`. */
export async function startReplicatedPostgres(
  count: number,
): Promise<{ primary: Server; standbys: Server[]; end(): void }> {
  const root = mkdtempSync(path.join(tmpdir(), 'plinth-replicated-'))
  chmodSync(root, 0o755)
  const servers: Server[] = []
  const end = () => {
    for (const server of servers) server.kill()
    rmSync(root, { recursive: true, force: true })
  }
  try {
    const primary = await prepare(root, 'primary', (dataDir) =>
      run('initdb', '-D', dataDir, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'),
    )
    servers.push(primary)
    await connected(primary.url.replace(/app$/, 'postgres'), 'create database app')
    for (let at = 1; at <= count; at++)
      servers.push(
        await prepare(root, `standby${at}`, (dataDir) =>
          run('pg_basebackup', '-d', primary.url, '-D', dataDir, '-R', '-c', 'fast', '-N'),
        ),
      )
    return { primary, standbys: servers.slice(1), end }
  } catch (error) {
    end()
    throw error
  }
}

const run = (program: string, ...args: string[]) =>
  execFileSync(path.join(PACKAGES, newest ?? '', 'bin', program), args, {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
    ...ids,
  })

async function prepare(root: string, name: string, fill: (dataDir: string) => void): Promise<Server> {
  const dataDir = path.join(root, name)
  mkdirSync(dataDir, { mode: 0o700 })
  if (ids.uid) chownSync(dataDir, NOBODY, NOBODY)
  fill(dataDir)
  const port = await freePort()
  // The last of two settings counts: a standby begins with those of the primary.
  appendFileSync(
    path.join(dataDir, 'postgresql.conf'),
    `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
fsync = off
`,
  )
  const control = (...args: string[]) => run('pg_ctl', '-D', dataDir, '-w', '-s', ...args)
  const isRunning = () => existsSync(path.join(dataDir, 'postmaster.pid'))
  const url = `postgres://postgres@127.0.0.1:${port}/app`
  const server: Server = {
    url,
    pid: () => Number(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]),
    query: (statement) => connected(url, statement),
    start: () => control('-l', path.join(dataDir, 'log'), 'start'),
    stop: () => control('-m', 'fast', 'stop'),
    kill: () => isRunning() && control('-m', 'immediate', 'stop'),
    promote: () => control('promote'),
  }
  server.start()
  return server
}

async function connected(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
