import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { expect, test } from 'vitest'
import { writeFirstMigration } from './first-migration.ts'
import { generateMigration } from './generate-migration.ts'
import { readBase } from '../feature/starter-base.ts'
import { openDatabase } from '@plinth/core/internal/db/database.server.ts'
import { catalogOf } from '@plinth/testing/catalog.ts'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'
import { atEnd } from '@plinth/testing/runner/at-end.ts'
import { createEmptyDatabase, openTestDatabase, testLog } from '@plinth/testing/test-database.ts'

test('the one migration of a new project makes what the many of the starter make', async () => {
  const { folder } = copyProject()
  const last = globSync('drizzle/*.sql', { cwd: folder }).toSorted().at(-1) ?? ''
  writeFirstMigration(folder)
  expect(globSync('drizzle/*.sql', { cwd: folder })).toEqual(['drizzle/0000_start.sql'])
  expect(`drizzle/${readBase(folder).migration}.sql`).toBe(last)
  expect(generateMigration(folder, 'more')).toBeUndefined()
  // Of rows there are none yet, and nothing is made to be dropped.
  expect(readFileSync(path.join(folder, 'drizzle/0000_start.sql'), 'utf8')).not.toMatch(/^(UPDATE|DROP) /m)

  const ofMany = await openTestDatabase()
  const ofOne = openDatabase(await createEmptyDatabase(), testLog)
  atEnd(() => ofOne.close())
  await migrate(ofOne.db, { migrationsFolder: path.join(folder, 'drizzle') })
  expect(await catalogOf(ofOne.pool)).toEqual(await catalogOf(ofMany.pool))
})
