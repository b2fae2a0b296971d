import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { digestTable, listTables } from '@plinth/core/internal/backup/dump-database.server.ts'
import { writeBackup } from '@plinth/core/internal/backup/write-backup.server.ts'
import { migrateDatabase } from '@plinth/core/internal/db/migrate.server.ts'
import { schemaDrift } from '@plinth/core/internal/db/schema-drift.server.ts'
import { defineJob, enqueueJob } from '@plinth/core/internal/jobs/jobs.server.ts'
import { mail } from '@plinth/core/internal/email/mail.table.server.ts'
import { prepareJobs } from '@plinth/core/internal/jobs/prepare-jobs.server.ts'
import { requireSharedStorage } from '@plinth/core/internal/storage/installation.server.ts'
import { file as files } from '@plinth/core/internal/storage/file.table.server.ts'
import { type Storage, createDiskStorage } from '@plinth/core/internal/storage/storage.server.ts'
import { createId } from '@plinth/core/internal/lib/create-id.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { fillWorkspace } from '@plinth/testing/filled-workspace.ts'
import { asAdmin, createEmptyDatabase, openTestDatabase } from '@plinth/testing/test-database.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'plinth-restore-'))
const source = await openTestDatabase()
const storage = createDiskStorage(path.join(folder, 'files'))
const backup = path.join(folder, 'plinth.backup')
const job = defineJob<{ number: number }>({ name: 'waiting-job', handler: async () => {} })
// Its feature may be gone where the backup is restored.
const patient = defineJob<{ number: number }>({
  name: 'patient-job',
  retryLimit: 20,
  retryDelaySeconds: 5,
  retryBackoff: true,
  retryDelayMaxSeconds: 600,
  timeoutSeconds: 60,
  handler: async () => {},
})
const nightly = defineJob({ name: 'nightly-job', cron: '0 3 * * *', handler: async () => {} })
const ids = Array.from({ length: 3 }, () => createId())

beforeAll(async () => {
  await requireSharedStorage({ db: source.db, place: storage.place, env: { DATABASE_URL: undefined } })
  await fillWorkspace(source.db)
  for (const id of ids) {
    await storage.put(id, Buffer.from(`bytes of ${id}`))
    await source.db
      .insert(files)
      .values({ id, purpose: 'profile-image', contentType: 'image/webp', sizeBytes: 1 })
  }
  await prepareJobs({ pool: source.pool, jobs: [job, patient, nightly] })
  await source.db.transaction((tx) => enqueueJob(tx, job, { data: { number: 7 }, startAfterSeconds: 3_600 }))
  await source.db.transaction((tx) =>
    enqueueJob(tx, patient, { data: { number: 8 }, group: { id: 'acme', seconds: 5 } }),
  )
  await source.db.execute(
    sql`update pgboss.job set start_after = now() - interval '20 days' where name = 'patient-job'`,
  )
  const written = { to: 'x@example.com', language: 'en', template: 'banned', subject: '', text: '', html: '' }
  for (const [id, parts] of Object.entries({
    waiting: { lastError: 'The mail server is away' },
    sent: { sentAt: new Date() },
    failed: { failedAt: new Date() },
  }))
    await source.db.insert(mail).values({ id, ...written, links: [], attempts: 6, ...parts })
  // Text that COPY escapes.
  await source.db.execute(
    sql`update "user" set name = E'tab\t line\n back\\slash \\N' where id = (select min(id) from "user")`,
  )
  await writeBackup({ pool: source.direct, storage, secret: 'the secret' }, backup, { passphrase: undefined })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** An empty database that a role without other rights owns, as hosting companies give it. */
async function emptyDatabase(): Promise<pg.ClientConfig> {
  const admin = inject('database').connection
  const owner = `plinth_owner_${createId()}`
  await asAdmin(admin, `create role ${owner} login`)
  // Once the database is dropped.
  atEnd(() => asAdmin(admin, `drop role ${owner}`))
  const own = await createEmptyDatabase()
  const name = own.connectionString ? new URL(own.connectionString).pathname.slice(1) : own.database
  await asAdmin(admin, `alter database ${name} owner to ${owner}`)
  if (!own.connectionString) return { ...own, user: owner }
  const url = new URL(own.connectionString)
  url.username = owner
  return { connectionString: url.href }
}

async function query<T extends pg.QueryResultRow>(connection: pg.ClientConfig, text: string): Promise<T[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

const restore = async (
  connection: pg.ClientConfig,
  into: Storage = createDiskStorage(path.join(folder, createId())),
) => {
  const said: string[] = []
  await restoreBackup(await checkBackup(backup, undefined), {
    connection,
    storage: into,
    claimFiles: async () => {},
    say: (line) => said.push(line),
  })
  return said
}

const schemasOf = async (connection: pg.ClientConfig) => {
  const rows = await query<{ name: string }>(
    connection,
    `select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema)' order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('everything is there again: rows, files, jobs, sequences, triggers and indexes, for a plain owner', async () => {
  const connection = await emptyDatabase()
  const target = createDiskStorage(path.join(folder, 'restored'))
  await restore(connection, target)
  const pool = new pg.Pool(connection)
  const client = new pg.Client(source.connection)
  const restored = new pg.Client(connection)
  await Promise.all([client.connect(), restored.connect()])
  try {
    // Also says that the migrations are known as applied.
    await migrateDatabase(pool)
    expect(await schemaDrift(pool)).toEqual([])
    const tables = await listTables(client)
    expect(tables.length).toBeGreaterThan(10)
    // The job of a waiting mail begins anew.
    const mails = `select id, attempts, last_error from mail where id in ('waiting', 'sent', 'failed') order by id`
    expect((await restored.query(mails)).rows).toEqual([
      { id: 'failed', attempts: 6, last_error: null },
      { id: 'sent', attempts: 6, last_error: null },
      { id: 'waiting', attempts: 0, last_error: 'The mail server is away' },
    ])
    await client.query(`update mail set attempts = 0 where id = 'waiting'`)
    for (const table of tables.filter(({ name }) => name !== 'pgboss.job'))
      expect([table.name, await digestTable(restored, table)]).toEqual([
        table.name,
        await digestTable(client, table),
      ])
    for (const text of [
      `select name, data, start_after from pgboss.job where name = 'waiting-job'`,
      `select name, data, priority, group_id, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
        expire_seconds, deletion_seconds, heartbeat_seconds
      from pgboss.job where name in ('waiting-job', 'patient-job') order by name`,
      `select sequencename, last_value from pg_sequences where schemaname = 'public'`,
      `select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger where not tgisinternal and tgrelid::regclass::text !~ 'pgboss' order by 1, 2`,
      `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) as is, convalidated from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
      `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    ])
      expect((await restored.query(text)).rows).toEqual((await client.query(text)).rows)
    // The queue would soon delete what was due 20 days ago.
    expect(
      (
        await restored.query(`select start_after > now() - interval '1 hour' and keep_until > now() + interval '13 days' as kept
        from pgboss.job where name = 'patient-job'`)
      ).rows,
    ).toEqual([{ kept: true }])
  } finally {
    await Promise.all([client.end(), restored.end(), pool.end()])
  }
  for (const id of ids) {
    const stored = await target.open(id)
    expect(stored && (await new Response(stored.stream()).text())).toBe(`bytes of ${id}`)
  }
  expect(await schemasOf(connection)).toEqual(['drizzle', 'pgboss', 'public'])
})

test('a restore that breaks off shows nothing, and the next one continues', async () => {
  const connection = await emptyDatabase()
  const target = createDiskStorage(path.join(folder, 'broken-off'))
  const failing: Storage = {
    ...target,
    async put(id, content) {
      if (id === ids.toSorted()[1]) throw new Error('the disk is gone')
      return target.put(id, content)
    },
  }
  await expect(restore(connection, failing)).rejects.toThrow('the disk is gone')
  expect(
    await query(connection, `select from pg_class where relnamespace = 'public'::regnamespace`),
  ).toHaveLength(0)
  expect(await restore(connection, target)).toEqual([
    expect.stringMatching(/^Continuing an interrupted restore: \d+ parts/),
  ])
  expect(await schemasOf(connection)).toEqual(['drizzle', 'pgboss', 'public'])
})

test('leftovers of another backup are replaced', async () => {
  const connection = await emptyDatabase()
  await query(
    connection,
    `create schema plinth_restore; create schema plinth_restoring; create table plinth_restoring.post (x text);
     create table plinth_restore.backup (sha256 text); insert into plinth_restore.backup values ('another')`,
  )
  expect(await restore(connection)).toEqual([])
})

test('a database with a table is refused and not changed', async () => {
  const connection = await emptyDatabase()
  await query(connection, 'create table guests (name text)')
  await expect(restore(connection)).rejects.toThrow('The database is not empty.')
  expect(await schemasOf(connection)).toEqual(['public'])
})

test('a database of another owner is refused and not changed', async () => {
  const connection = await emptyDatabase()
  const name = (await query<{ name: string }>(connection, 'select current_database() as name'))[0]?.name ?? ''
  await asAdmin(inject('database').connection, `alter database ${name} owner to current_user`)
  await expect(restore(connection)).rejects.toThrow('it must own the database')
  expect(await schemasOf(connection)).toEqual(['public'])
})

test('rows that change while the backup runs do not tear it: it has one snapshot', async () => {
  const file = path.join(folder, 'busy.backup')
  let isOver = false
  const writing = (async () => {
    while (!isOver)
      await source.db.execute(
        sql`with moved as (insert into limit_counter (key, count, resets_at) values (gen_random_uuid()::text, 1, now()) returning 1)
            update "user" set name = name || '.' where id = (select min(id) from "user")`,
      )
  })()
  await writeBackup({ pool: source.direct, storage, secret: 's' }, file, { passphrase: undefined })
  isOver = true
  await writing
  const connection = await emptyDatabase()
  await restoreBackup(await checkBackup(file, undefined), {
    connection,
    storage: undefined,
    claimFiles: async () => {},
    say: () => {},
  })
})

test('a backup that cannot be finished leaves no file', async () => {
  const place = path.join(folder, 'unfinished')
  await expect(
    writeBackup({ pool: source.direct, storage, secret: 's' }, path.join(place, 'x'), {
      passphrase: undefined,
    }),
  ).rejects.toThrow('ENOENT')
  const gone: Storage = { ...storage, open: () => Promise.reject(new Error('the disk is gone')) }
  const file = path.join(folder, 'gone.backup')
  await expect(
    writeBackup({ pool: source.direct, storage: gone, secret: 's' }, file, { passphrase: undefined }),
  ).rejects.toThrow('the disk is gone')
  expect((await readdir(folder)).filter((name) => name.startsWith('gone'))).toEqual([])
})
