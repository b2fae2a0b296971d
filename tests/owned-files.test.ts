import { getTableName, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import '@plinth/core/internal/app/registry/jobs.server.ts'
import { fileOwners } from '@plinth/core/internal/storage/sweep-files.server.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'

test('the files of every table that refers to files are swept', async () => {
  const { db } = await openTestDatabase()
  const { rows } = await db.execute<{ name: string }>(
    sql`select conrelid::regclass::text as name from pg_constraint where confrelid = 'file'::regclass`,
  )
  expect(fileOwners().map(({ table }) => getTableName(table))).toEqual(
    expect.arrayContaining(rows.map(({ name }) => name)),
  )
  expect(rows.length).toBeGreaterThan(0)
})
