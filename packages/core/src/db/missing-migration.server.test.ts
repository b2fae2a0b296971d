import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestDatabase } from '@plinth/testing/test-database.ts'

const { db } = await openTestDatabase()

const causeOf = (failing: Promise<unknown>) =>
  failing.then(String, (error: Error) => (error.cause as Error).message)

test('the error for a table or column without a migration names it and the command to run, in a transaction too', async () => {
  const table = /^The database has no table expense .+npm run db:generate/
  expect(await causeOf(db.execute(sql`select * from expense`))).toMatch(table)
  expect(await causeOf(db.transaction((tx) => tx.execute(sql`insert into "expense" values ('a')`)))).toMatch(
    table,
  )
  expect(await causeOf(db.execute(sql`select favorite from "user"`))).toMatch(
    /^The database has no column favorite .+npm run db:generate/,
  )
  expect(await causeOf(db.execute(sql`select 1 / 0`))).toBe('division by zero')
})
