import { sql } from 'drizzle-orm'
import { bigint, date, doublePrecision, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { timestamp } from './columns.server.ts'
import { keyset, type SortBy } from './keyset.server.ts'

const { db } = await openTestDatabase()
const things = pgTable('thing', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  cents: bigint('cents', { mode: 'number' }),
  share: doublePrecision('share'),
  day: date('day', { mode: 'string' }),
  at: timestamp('at').notNull(),
})
const columns = {
  name: things.name,
  cents: things.cents,
  share: things.share,
  day: things.day,
  at: things.at,
}
type Sort = SortBy<keyof typeof columns>
await db.execute(sql`create table thing (id text primary key, name text not null, cents bigint,
  share double precision, day date, at timestamptz(3) not null)`)
await db.execute(sql`insert into thing select n::text, chr(97 + n % 3), nullif(n % 4, 0), nullif(n % 5, 0) / 2.0,
  case when n % 3 > 0 then date '2026-01-30' + n % 3 end, now() - n % 3 * interval '1 ms' from generate_series(1, 20) n`)

async function read(sort: Sort, cursor: string | null | undefined, limit: number) {
  const { orderBy, after, cursorAfter } = keyset({ columns, id: things.id, sort, cursor })
  const rows = await db
    .select()
    .from(things)
    .where(after)
    .orderBy(...orderBy)
    .limit(limit)
  const last = rows.at(-1)
  return { ids: rows.map(({ id }) => id), next: last && rows.length === limit ? cursorAfter(last) : null }
}

test.each(Object.keys(columns).flatMap((name) => [name, `-${name}`] as Sort[]))(
  'page after page in the order of %s has every row once, those without a value last',
  async (sort) => {
    const whole = (await read(sort, null, 100)).ids
    expect(new Set(whole).size).toBe(20)
    for (const limit of [1, 3, 7]) {
      const ids: string[] = []
      let cursor: string | null = null
      do {
        const page = await read(sort, cursor, limit)
        ids.push(...page.ids)
        cursor = page.next
      } while (cursor !== null)
      expect(ids).toEqual(whole)
    }
    const rows = await db.select().from(things)
    const valueOf = (id: string) =>
      rows.find((row) => row.id === id)?.[sort.replace('-', '') as keyof typeof columns]
    const isEmpty = whole.map((id) => valueOf(id) === null)
    expect(isEmpty).toEqual(isEmpty.toSorted())
  },
)

test('forged cursors and those of another order are rejected, on their field', async () => {
  const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const cursors: [Sort, string][] = [
    ['name', '%%%'],
    ['name', written(null)],
    ['name', written(['-name', 'a', '1'])],
    ['name', written(['name', null, '1'])],
    ['name', written(['name', 'a\0', '1'])],
    ['name', written(['name', 'a', "' or 1=1"])],
    ['cents', written(['cents', 1.5, '1'])],
    ['cents', written(['cents', 'x', '1'])],
    ['share', written(['share', 'x', '1'])],
    ['day', written(['day', '2026-02-30', '1'])],
    ['at', written(['at', 'now', '1'])],
  ]
  for (const [sort, cursor] of cursors)
    expect(await failureOf(read(sort, cursor, 1)), cursor).toEqual({
      kind: 'invalid',
      code: 'errors:invalid',
      params: { field: 'cursor' },
    })
})
