import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase, PATIENT, testLog } from '../../../tests/support/test-database.ts'
import { openDatabase } from './database.server.ts'
import { migrateDatabase, MIGRATIONS_FOLDER, pendingMigrations } from './migrate.server.ts'

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

test('a failed migration changes nothing and reports its cause', async () => {
  const [pool] = await openPools(1)
  await pool.query('create table post (id int)')
  await expect(migrateDatabase(pool)).rejects.toMatchObject({ cause: { code: '42P07' } })
  const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public'")
  expect(rows).toEqual([{ tablename: 'post' }])
  await pool.query('drop table post')
  await migrateDatabase(pool)
  expect(await pendingMigrations(pool)).toEqual([])
})

test('each migration is newer than the one before: an older one would be skipped silently', () => {
  const moments = journal.entries.map(({ when }) => when)
  expect(moments).toEqual([...new Set(moments)].toSorted((a, b) => a - b))
})
