import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase, PATIENT, testLog } from '@plinth/testing/test-database.ts'
import { openDatabase } from './database.server.ts'
import {
  adoptDatabase,
  findForeignTables,
  migrateDatabase,
  MIGRATIONS_FOLDER,
  pendingMigrations,
} from './migrate.server.ts'

const journal = JSON.parse(readFileSync(path.join(MIGRATIONS_FOLDER, 'meta', '_journal.json'), 'utf8')) as {
  entries: { tag: string; when: number }[]
}
const tags = journal.entries.map(({ tag }) => tag)

async function openPools(number: number) {
  const connection = { ...(await createEmptyDatabase()), ...PATIENT }
  const databases = Array.from({ length: number }, () => openDatabase(connection, testLog))
  onTestFinished(async () => void (await Promise.all(databases.map((database) => database.close()))))
  return databases.map(({ pool }) => pool) as [
    (typeof databases)[0]['pool'],
    ...(typeof databases)[0]['pool'][],
  ]
}

test('five instances that start at once on an empty database migrate it once', async () => {
  const pools = await openPools(5)
  await Promise.all(pools.map((pool) => migrateDatabase(pool)))
  const { rows } = await pools[0].query<{ number: number }>(
    'select count(*)::int as number from drizzle.__drizzle_migrations',
  )
  expect(rows).toEqual([{ number: tags.length }])
  await migrateDatabase(pools[0])
  expect((await pools[0].query('select * from drizzle.__drizzle_migrations')).rowCount).toBe(tags.length)
})

test('pending migrations are listed', async () => {
  const [pool] = await openPools(1)
  expect(await pendingMigrations(pool)).toEqual(tags)
  await migrateDatabase(pool)
  expect(await pendingMigrations(pool)).toEqual([])
})

test('a database with migrations older than the first file is rejected with what to do', async () => {
  const [pool] = await openPools(1)
  await migrateDatabase(pool)
  await pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) select 'old', min(created_at) - 1 from drizzle.__drizzle_migrations`,
  )
  await expect(migrateDatabase(pool)).rejects.toThrow(
    /^This database was made before 0000_\w+,.* npm run db:reset/,
  )
})

test('a database with migrations newer than the last file is used: another instance runs a newer version', async () => {
  const [pool] = await openPools(1)
  await migrateDatabase(pool)
  await pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) select 'new', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  )
  await migrateDatabase(pool)
  expect(await pendingMigrations(pool)).toEqual([])
})

test('migrating leaves no connection with its lock or without a timeout', async () => {
  const [pool] = await openPools(1)
  await migrateDatabase(pool)
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '15s' }])
  const locks = await pool.query(
    "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  )
  expect(locks.rowCount).toBe(0)
})

describe('a database of somebody else', () => {
  test('is not written, in one line that says what to do', async () => {
    const [pool] = await openPools(1)
    await pool.query(
      'create table post (id int); create schema theirs; create table theirs.customer (id int)',
    )
    const before = await relations(pool)
    const says =
      /^The database \w+ has tables that are not this application's \(public\.post, theirs\.customer\), .*: npm run db:adopt$/
    await expect(migrateDatabase(pool)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(says),
    })
    expect(await relations(pool)).toEqual(before)
  })

  test.each([
    [
      'of another project with Drizzle',
      'drizzle.__drizzle_migrations',
      '(id serial, hash text, created_at bigint)',
    ],
    ['of another project with pg-boss', 'pgboss.version', '(version int)'],
  ])('%s can not be adopted either', async (_, table, columns) => {
    const [pool] = await openPools(1)
    await pool.query(`create schema ${table.split('.')[0]}; create table ${table} ${columns}`)
    if (table.startsWith('drizzle'))
      await pool.query(`insert into ${table} (hash, created_at) values ('theirs', 9e12)`)
    const before = await relations(pool)
    await expect(migrateDatabase(pool)).rejects.toThrow(table)
    await expect(adoptDatabase(pool)).rejects.toThrow(`can't have both: ${table} is somebody else's`)
    expect(await relations(pool)).toEqual(before)
  })

  test('has both after it was adopted, once', async () => {
    const [pool] = await openPools(1)
    await pool.query('create table theirs (id int); insert into theirs values (1)')
    await adoptDatabase(pool)
    await migrateDatabase(pool)
    expect(await pendingMigrations(pool)).toEqual([])
    expect((await pool.query('select id from theirs')).rows).toEqual([{ id: 1 }])
    await expect(adoptDatabase(pool)).rejects.toThrow('There is nothing to adopt')
  })

  test('is left as it was if a table of theirs has the name of one of ours', async () => {
    const [pool] = await openPools(1)
    await pool.query('create table post (id int)')
    await expect(adoptDatabase(pool)).rejects.toMatchObject({ cause: { code: '42P07' } })
    const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public'")
    expect(rows).toEqual([{ tablename: 'post' }])
  })
})

describe('a database is ours to migrate', () => {
  test.each([
    ['empty, with an extension', 'create extension pg_stat_statements; create extension citext'],
    [
      'with tables of the provider',
      'create role provider_PID; create schema theirs authorization provider_PID; set role provider_PID; create table theirs.t (id int); reset role',
    ],
    [
      'with the empty list of migrations that a killed first start leaves',
      'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    ],
  ])('%s', async (_, sql) => {
    const [admin] = await openPools(1)
    await admin.query(sql.replaceAll('PID', String(process.pid)))
    const owner = `owner_${process.pid}_${randomInt(1e9)}`
    const { rows } = await admin.query<{ name: string }>('select current_database() as name')
    await admin.query(
      `create role ${owner}; alter database ${rows[0]?.name} owner to ${owner}; alter schema public owner to ${owner}`,
    )
    await admin.query(
      `do $$ begin if to_regnamespace('drizzle') is not null then alter schema drizzle owner to ${owner}; alter table drizzle.__drizzle_migrations owner to ${owner}; end if; end $$`,
    )
    const pool = new pg.Pool({ ...admin.options, options: `-c role=${owner}`, max: 1 })
    try {
      await migrateDatabase(pool)
      expect(await pendingMigrations(pool)).toEqual([])
    } finally {
      await pool.end()
    }
  })

  test('that an earlier release has migrated, whose files this one has put together', async () => {
    const [pool] = await openPools(1)
    await migrateDatabase(pool)
    await pool.query("update drizzle.__drizzle_migrations set hash = 'earlier'")
    await pool.query("insert into installation (id) values ('known')")
    expect(await findForeignTables(pool)).toBeUndefined()
  })
})

const relations = async (pool: pg.Pool) =>
  (
    await pool.query(
      "select relnamespace::regnamespace || '.' || relname as name from pg_class where oid > 16383 order by 1",
    )
  ).rows

test('each migration is newer than the one before: an older one would be skipped silently', () => {
  const moments = journal.entries.map(({ when }) => when)
  expect(moments).toEqual([...new Set(moments)].toSorted((a, b) => a - b))
})
