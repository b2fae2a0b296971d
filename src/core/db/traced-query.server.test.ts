import { expect, test } from 'vitest'
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
