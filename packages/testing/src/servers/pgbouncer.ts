import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { isMissing } from '../is-missing.ts'
import { atEnd } from '../runner/at-end.ts'
import { isPortOpen } from '../programs/is-port-open.ts'
import { freePort } from '../programs/running-app.ts'

const BINARY = '/usr/sbin/pgbouncer'
const NOBODY = 65_534

/** Tests that need PgBouncer are skipped when it is not installed, and fail in CI. */
export const isPgBouncerMissing = isMissing(BINARY)

type Settings = { mode?: 'transaction' | 'session'; poolSize?: number; more?: string }

/**
 * Starts a real PgBouncer on loopback in front of a test database; ends with the file. Returns the
 * DATABASE_URL of the same database through it.
 */
export async function startPgBouncer(
  databaseUrl: string,
  { mode = 'transaction', poolSize = 5, more = '' }: Settings = {},
): Promise<string> {
  const { host, port, user, password, database } = new pg.Client(databaseUrl)
  const ownPort = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-pgbouncer-'))
  chmodSync(folder, 0o755)
  const upstream = [
    `host=${host}`,
    `port=${port}`,
    `dbname=${database}`,
    `user=${user}`,
    ...(password ? [`password=${password}`] : []),
  ]
  const lines = [
    '[databases]',
    `* = ${upstream.join(' ')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 500',
    more,
  ]
  writeFileSync(path.join(folder, 'pgbouncer.ini'), `${lines.join('\n')}\n`, { mode: 0o644 })
  // PgBouncer refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const server = spawn(BINARY, ['-q', path.join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  })
  await once(server, 'spawn')
  atEnd(async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  })
  while (!(await isPortOpen(ownPort))) {
    if (server.exitCode !== null) throw new Error(`PgBouncer ended with ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return `postgres://anybody@127.0.0.1:${ownPort}/${database}`
}
