import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import pg from 'pg'
import { openDatabase } from '@plinth/core/internal/db/database.server.ts'
import type { OpenDatabase } from '@plinth/core/database/server'
import { migrateDatabase } from '@plinth/core/internal/db/migrate.server.ts'
import { createUser } from '@plinth/testing/factories.ts'
import { freePort } from '@plinth/testing/programs/running-app.ts'
import { testLog } from '@plinth/testing/test-database.ts'

// The drill of docs/deploy.md, "Point-in-time recovery", with Debian's packages.

const PACKAGES = '/usr/lib/postgresql'
const NOBODY = 65_534
const [newest = ''] = existsSync(PACKAGES)
  ? readdirSync(PACKAGES).toSorted((one, other) => Number(other) - Number(one))
  : []
const hasPgBackRest = spawnSync('pgbackrest', ['version']).status === 0
const isMissing = (newest === '' || !hasPgBackRest) && !process.env.CI

const root = mkdtempSync(path.join(tmpdir(), 'plinth-pitr-'))
const dataDir = path.join(root, 'data')
afterAll(() => rmSync(root, { recursive: true, force: true }))

// PostgreSQL refuses to run as root.
const ids = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...ids })
const server = (name: string, ...args: string[]) =>
  run(path.join(PACKAGES, newest, 'bin', name), '-D', dataDir, ...args)
const pgBackRest = (...args: string[]) =>
  run('pgbackrest', `--config=${path.join(root, 'pgbackrest.conf')}`, '--stanza=plinth', ...args)
const start = () => server('pg_ctl', '-w', '-l', path.join(root, 'server.log'), 'start')
const stop = () => server('pg_ctl', '-w', '-m', 'fast', 'stop')

async function timed(title: string, work: () => unknown): Promise<void> {
  const startedAt = Date.now()
  await work()
  console.log(`drill: ${title}: ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`)
}

test.skipIf(isMissing)('a database goes back to the moment before a mistake', async () => {
  const port = await freePort()
  for (const folder of [root, ...['repo', 'log', 'lock', 'spool'].map((name) => path.join(root, name))]) {
    mkdirSync(folder, { recursive: true })
    if (ids.uid) chownSync(folder, NOBODY, NOBODY)
  }
  writeFileSync(
    path.join(root, 'pgbackrest.conf'),
    `[global]
repo1-path=${root}/repo
repo1-retention-full=2
log-path=${root}/log
lock-path=${root}/lock
spool-path=${root}/spool
start-fast=y

[plinth]
pg1-path=${dataDir}
pg1-socket-path=${root}
pg1-port=${port}
pg1-user=plinth
`,
  )
  server('initdb', '-U', 'plinth', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8')
  appendFileSync(
    path.join(dataDir, 'postgresql.conf'),
    `
port = ${port}
listen_addresses = ''
unix_socket_directories = '${root}'
archive_mode = on
archive_command = 'pgbackrest --config=${root}/pgbackrest.conf --stanza=plinth archive-push %p'
`,
  )
  start()
  const connection = { host: root, port, user: 'plinth', database: 'postgres' }
  let open: OpenDatabase | undefined
  const openAgain = () => (open = openDatabase(connection, testLog))
  try {
    const database = openAgain()
    await migrateDatabase(database.direct)
    pgBackRest('stanza-create')
    pgBackRest('check')
    await createUser(database.db, { name: 'Before the backup' })
    await timed('full backup with pgBackRest', () => pgBackRest('backup', '--type=full'))
    // pgBackRest finds the backup before a moment by whole seconds.
    await database.pool.query(
      `select pg_sleep_until(date_trunc('second', clock_timestamp()) + interval '2 seconds')`,
    )
    await createUser(database.db, { name: 'After the backup' })
    const { rows } = await database.pool.query<{ at: string }>('select clock_timestamp()::text as at')
    const before = rows[0]?.at ?? ''
    await database.pool.query('select pg_sleep(0.1)')
    await database.pool.query('delete from "user"')
    await database.pool.query('select pg_switch_wal()')
    await vi.waitFor(async () => {
      const archived = await database.pool.query<{ count: number }>(
        `select archived_count::int as count from pg_stat_archiver where failed_count = 0`,
      )
      expect(archived.rows[0]?.count).toBeGreaterThanOrEqual(3)
    }, 60_000)
    open = undefined
    await database.close()
    stop()
    await timed('restore to a moment', () =>
      pgBackRest('restore', '--delta', '--type=time', `--target=${before}`, '--target-action=promote'),
    )
    await timed('replay and start', async () => {
      start()
      await vi.waitFor(async () => {
        const client = new pg.Client(connection)
        await client.connect()
        const found = await client.query<{ replays: boolean }>('select pg_is_in_recovery() as replays')
        await client.end()
        expect(found.rows[0]?.replays).toBe(false)
      }, 60_000)
    })
    const users = await openAgain().pool.query<{ name: string }>(
      'select name from "user" order by created_at',
    )
    expect(users.rows.map(({ name }) => name)).toEqual(['Before the backup', 'After the backup'])
  } finally {
    await open?.close()
    if (existsSync(path.join(dataDir, 'postmaster.pid'))) stop()
  }
})
