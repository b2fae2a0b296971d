import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Log } from '#/log/log.server.ts'
import { namedWork } from '#/log/loop-watch.server.ts'
import { openTestDatabase, PATIENT } from '@plinth/testing/test-database.ts'
import { openDatabase } from './database.server.ts'
import { factsOf } from './traced-query.server.ts'

test.each([
  ['select "id", "title" from "posts" where "id" = $1', 'select', 'posts'],
  [
    'insert into "limit_counter" ("key") values ($1) on conflict do update set "count" = 2',
    'insert',
    'limit_counter',
  ],
  ['update "user" set "name" = $1', 'update', 'user'],
  ['delete from "pgboss"."job" where id = $1', 'delete', 'pgboss.job'],
  ["select pg_notify('live_updates', 'todos:1')", 'select', undefined],
  ['begin', 'begin', undefined],
  [
    "  with found as (select 1 from posts where title = 'ada@example.com') select * from found",
    'with',
    'posts',
  ],
  ["insert into mail values ('hunter2')", 'insert', 'mail'],
  ['', 'query', undefined],
])('the span of %s has only its operation and table', (text, operation, table) => {
  expect(factsOf(text)).toEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table ? { 'db.collection.name': table } : {}),
  })
})

test('a slow query is logged with its operation, table and procedure, without text and parameters', async () => {
  const { connection } = await openTestDatabase()
  const lines: unknown[][] = []
  const log = { warn: (...line: unknown[]) => lines.push(line) } as unknown as Log
  const { db, close } = openDatabase({ ...connection, ...PATIENT }, log)
  onTestFinished(close)
  // Connecting counts as part of a query, and a busy machine takes long for it.
  await Promise.all(Array.from({ length: 4 }, () => db.execute(sql`select pg_sleep(0.1)`)))
  const slow = sql`select pg_sleep(0.6), ${'ada@example.com'} from installation right join (select 1) as one on true`
  await Promise.all([
    namedWork('things.list', () => db.execute(slow)),
    namedWork('sweep-files', () => db.transaction((tx) => tx.execute(slow))),
    namedWork('things.get', () => db.execute(sql`select pg_sleep(0.1)`)),
    // As at a start.
    db.execute(slow),
  ])
  // Of one that fails too.
  const failing = sql`do $$ begin perform pg_sleep(0.6); raise 'no'; end $$`
  await expect(namedWork('things.edit', () => db.execute(failing))).rejects.toThrow()
  const line = (facts: object) => [{ tookMs: expect.any(Number), ...facts }, 'a query was slow']
  const ofTable = { operation: 'select', table: 'installation' }
  expect(lines).toHaveLength(3)
  expect(lines).toEqual(
    expect.arrayContaining([
      line({ ...ofTable, procedure: 'things.list' }),
      line({ ...ofTable, procedure: 'sweep-files' }),
      line({ operation: 'do', table: undefined, procedure: 'things.edit' }),
    ]),
  )
})
