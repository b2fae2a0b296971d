import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describeEmbeddedServer } from '@plinth/postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  type BackupManifest,
  FORMAT,
  HEADER,
  jsonEntry,
  writeArchive,
} from '@plinth/core/internal/backup/archive.server.ts'
import { keepBackup, openBackups } from '@plinth/core/internal/backup/kept-backups.server.ts'
import { createDiskStorage } from '@plinth/core/internal/storage/storage.server.ts'
import { CREDENTIALS } from '@plinth/cli/s3-server.ts'
import { connectEmbedded } from '@plinth/testing/servers/embedded-database.ts'
import { startDatabaseProxy } from '@plinth/testing/http/database-proxy.ts'
import { urlOf } from '@plinth/testing/http/open-app.ts'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'
import { startApp, type RunningApp } from '@plinth/testing/programs/running-app.ts'
import { startS3 } from '@plinth/testing/servers/s3-server.ts'
import { createEmptyDatabase } from '@plinth/testing/test-database.ts'

// The drills of docs/deploy.md, with the commands that it names. `npm test --` with this file prints their
// times.

const ENTRIES = 150_000
const PASSPHRASE = 'vier rote Ziegel am Fluss'
const root = mkdtempSync(path.join(tmpdir(), 'plinth-drill-'))
const dataDir = path.join(root, 'data')
const backup = path.join(root, 'plinth.backup')
const encrypted = path.join(root, 'encrypted.backup')
let app: RunningApp
let users: string[]

const npm = (env: Record<string, string>, ...args: string[]) => runCommand(['npm', 'run', ...args], { env })

beforeAll(async () => {
  requireBuild()
  app = await startApp({ dataDir })
  const client = await connectEmbedded(dataDir)
  try {
    await client.query(
      `insert into audit_log (id, action, details)
       select 'entry' || at, 'test.backup', jsonb_build_object('text', repeat(md5(at::text) || ' ', 10)) from generate_series(1, ${ENTRIES}) at`,
    )
    users = await emailsOf(client)
  } finally {
    await client.end()
  }
})
afterAll(async () => {
  await app.stop()
  rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

async function emailsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>('select email from "user" order by email')
  return rows.map(({ email }) => email)
}

async function expectRestored(connect: () => Promise<pg.Client>): Promise<void> {
  const client = await connect()
  try {
    expect(await emailsOf(client)).toEqual(users)
    const entries = await client.query<{ count: number }>(
      `select count(*)::int as count from audit_log where id like 'entry%'`,
    )
    expect(entries.rows[0]?.count).toBe(ENTRIES)
  } finally {
    await client.end()
  }
}

async function print(title: string, command: ReturnType<typeof npm>, printed: RegExp): Promise<void> {
  const startedAt = Date.now()
  expect([await command.ended, command.output()]).toEqual([0, expect.stringMatching(printed)])
  console.log(`drill: ${title}: ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`)
}

test('a backup of the running application is restored on a new machine, with its secret and files', async () => {
  await print(
    'back up',
    npm({ DATA_DIR: dataDir }, 'backup', '--', backup),
    /rows of \d\d tables and \d files/,
  )
  const env = { DATA_DIR: path.join(root, 'new-machine') }
  await print('restore', npm(env, 'restore', '--', backup), /counts and digests match/)
  const restored = await startApp({ dataDir: env.DATA_DIR })
  try {
    await expectRestored(() => connectEmbedded(env.DATA_DIR))
    const secret = (folder: string) => readFileSync(path.join(folder, 'secret'), 'utf8')
    expect(secret(env.DATA_DIR)).toBe(secret(dataDir))
    const storage = createDiskStorage(path.join(env.DATA_DIR, 'files'))
    const original = createDiskStorage(path.join(dataDir, 'files'))
    let files = 0
    for await (const listed of original.list())
      for (const { id } of listed) {
        expect((await storage.open(id))?.sizeBytes).toBe((await original.open(id))?.sizeBytes)
        files++
      }
    expect(files).toBeGreaterThan(0)
  } finally {
    await restored.stop()
  }
})

test('a scheduled backup comes back from a bucket by its name', async () => {
  const s3 = await startS3()
  const bucket = { BACKUPS_URL: s3.url.replace('?', '/backups?'), ...CREDENTIALS }
  const place = await openBackups({ DATA_DIR: root, BACKUPS_URL: bucket.BACKUPS_URL })
  const { connection } = await describeEmbeddedServer({ dataDir })
  const pool = new pg.Pool(connection ?? {})
  const target = { installation: 'mine', at: new Date('2026-11-25T02:37:00Z') }
  const storage = createDiskStorage(path.join(dataDir, 'files'))
  await keepBackup({ pool, storage, secret: 's' }, { place, target, passphrase: PASSPHRASE })
  await pool.end()
  const name = 'mine/2026-11-25T02-37-00Z.backup'
  const env = { DATA_DIR: path.join(root, 'from-bucket'), BACKUP_PASSPHRASE: PASSPHRASE, ...bucket }
  await print('list', npm(env, 'restore', '--', '--list'), new RegExp(`^${name}  [\\d.]+ MB$`, 'm'))
  await print('restore from a bucket', npm(env, 'restore', '--', name), /counts and digests match/)
})

test('a restore that is killed again and again shows nothing until it has finished', async () => {
  const connection = await createEmptyDatabase()
  const proxy = await startDatabaseProxy(urlOf(connection))
  onTestFinished(() => proxy.close())
  const env = { DATA_DIR: path.join(root, 'killed'), DATABASE_URL: proxy.url }
  const connect = async () => {
    const client = new pg.Client(connection)
    await client.connect()
    return client
  }
  let kills = 0
  let continued = 0
  for (let delayMs = 200; ; delayMs *= 2) {
    const restore = npm(env, 'restore', '--', backup)
    const watching = new AbortController()
    const loading = untilLoading(connect, delayMs, watching.signal)
    const outcome = await Promise.race([restore.ended, loading])
    watching.abort()
    await loading
    if (outcome !== undefined) {
      expect([outcome, restore.output()]).toEqual([0, expect.stringContaining('counts and digests match')])
      break
    }
    process.kill(-(restore.child.pid ?? 0), 'SIGKILL')
    await restore.ended
    if (restore.output().includes('Continuing an interrupted restore')) continued++
    const client = await connect()
    const visible = await client.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
    await client.end()
    // Killed right after the last commit.
    if (visible.rows.length > 0) break
    kills++
  }
  console.log(`drill: restore killed ${kills} times, continued ${continued} times`)
  expect(kills).toBeGreaterThan(1)
  expect(continued).toBeGreaterThan(0)
  await expectRestored(connect)
})

/** Resolves that long after a first part has been loaded. */
async function untilLoading(
  connect: () => Promise<pg.Client>,
  delayMs: number,
  signal: AbortSignal,
): Promise<void> {
  const client = await connect()
  try {
    while (!signal.aborted) {
      const { rows } = await client
        .query<{ count: number }>('select count(*)::int as count from plinth_restore.progress')
        .catch(() => ({ rows: [] }))
      if (rows[0]?.count) break
      await pause(20)
    }
  } finally {
    await client.end()
  }
  await pause(delayMs, undefined, { signal }).catch(() => {})
}

test('an encrypted backup opens with its passphrase only', async () => {
  const secret = { BACKUP_PASSPHRASE: PASSPHRASE }
  await print(
    'back up, encrypted',
    npm({ DATA_DIR: dataDir, ...secret }, 'backup', '--', encrypted),
    /encrypted/,
  )
  const env = { DATA_DIR: path.join(root, 'encrypted') }
  for (const [settings, says] of [
    [{ BACKUP_PASSPHRASE: 'another passphrase' }, "The passphrase doesn't open"],
    [{}, 'Nobody is here to type a passphrase.'],
  ] as const) {
    const refused = npm({ ...env, ...settings }, 'restore', '--', encrypted)
    expect([await refused.ended, refused.output()]).toEqual([1, expect.stringContaining(says)])
  }
  expect(existsSync(env.DATA_DIR)).toBe(false)
  await print(
    'restore, encrypted',
    npm({ ...env, ...secret }, 'restore', '--', encrypted),
    /counts and digests match/,
  )
})

async function spoiled(name: string, change: (file: string) => Promise<void> | void): Promise<string> {
  const file = path.join(root, name)
  await change(file)
  return file
}

test('what is no backup of this application is refused in one line, and nothing is written', async () => {
  const rest: Omit<BackupManifest, 'sha256'> = {
    tables: [],
    sequences: [],
    files: { count: 0, bytes: 0, missing: [] },
  }
  const foreign = async (file: string, change: object) => {
    const header = {
      format: FORMAT,
      formatVersion: 1,
      product: 'Acme',
      createdAt: '',
      postgres: '18.4',
      installation: null,
      migrations: [{ hash: 'x', createdAt: 1 }],
      tables: [],
      ...change,
    }
    const content = async function* () {
      yield jsonEntry(HEADER, header)
      return rest
    }
    await writeArchive(content(), undefined, createWriteStream(file))
  }
  const cases: [string, string][] = [
    [
      await spoiled('cut.backup', (file) => {
        copyFileSync(backup, file)
        truncateSync(file, Math.floor(statSync(file).size / 2))
      }),
      'is damaged or cut short',
    ],
    [
      await spoiled('dump.sql', (file) => writeFileSync(file, '-- PostgreSQL')),
      'is not a backup of this application',
    ],
    [await spoiled('acme.backup', (file) => foreign(file, {})), 'comes from Acme'],
    [
      await spoiled('newer.backup', (file) => foreign(file, { formatVersion: 2 })),
      'has version 2 of the backup format',
    ],
    [path.join(root, 'nowhere.backup'), "can't be read (ENOENT)"],
  ]
  const env = { DATA_DIR: path.join(root, 'untouched') }
  for (const [file, says] of cases) {
    const refused = npm(env, 'restore', '--', file)
    expect([await refused.ended, refused.output()]).toEqual([1, expect.stringContaining(says)])
    expect(refused.output()).not.toContain('    at ')
  }
  expect(existsSync(env.DATA_DIR)).toBe(false)
  const full = npm({ DATA_DIR: dataDir }, 'restore', '--', backup)
  expect([await full.ended, full.output()]).toEqual([1, expect.stringContaining('The database is not empty')])
  const other = npm(
    { ...env, BETTER_AUTH_SECRET: 'k3vT9mQ2xW8zR5nB7cJ4hL6pD1sF0gYa' },
    'restore',
    '--',
    backup,
  )
  expect([await other.ended, other.output()]).toEqual([
    1,
    expect.stringContaining('is not the secret of the backup'),
  ])
  expect(existsSync(env.DATA_DIR)).toBe(false)
})

test('the database moves to an own server and back', async () => {
  const proxy = await startDatabaseProxy(urlOf(await createEmptyDatabase()))
  onTestFinished(() => proxy.close())
  const { url } = proxy
  const busy = npm({ DATA_DIR: dataDir }, 'db:move', '--', url)
  expect([await busy.ended, busy.output()]).toEqual([
    1,
    expect.stringContaining('The database is in use (plinth'),
  ])
  await app.stop()
  await print('move to an own server', npm({ DATA_DIR: dataDir }, 'db:move', '--', url), /Moved in/)
  const moved = await startApp({ dataDir, env: { DATABASE_URL: url } })
  await moved.stop()
  const again = npm({ DATA_DIR: dataDir, DATABASE_URL: url }, 'db:move', '--', 'embedded')
  expect([await again.ended, again.output()]).toEqual([
    1,
    expect.stringContaining('The database is not empty'),
  ])
  renameSync(path.join(dataDir, 'postgres'), path.join(root, 'postgres-before'))
  await print(
    'move back',
    npm({ DATA_DIR: dataDir, DATABASE_URL: url }, 'db:move', '--', 'embedded'),
    /Moved in/,
  )
  expect(readdirSync(dataDir).filter((name) => name.startsWith('moving-'))).toEqual([])
  app = await startApp({ dataDir })
  await expectRestored(() => connectEmbedded(dataDir))
})
