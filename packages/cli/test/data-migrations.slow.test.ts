import { readFileSync } from 'node:fs'
import path from 'node:path'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { expect, test } from 'vitest'
import { createUser } from '@plinth/testing/factories.ts'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'

type Base = { data?: number }

test('what a newer core does to rows becomes a migration of the project, once', async () => {
  const { folder, write } = copyProject()
  const generate = async () => {
    const command = runCommand(
      ['node_modules/.bin/node', 'scripts/run.mjs', 'db:generate', '--name', 'core'],
      {
        cwd: folder,
      },
    )
    expect(await command.ended, command.output()).toBe(0)
  }
  const migrations = () =>
    JSON.parse(readFileSync(path.join(folder, 'drizzle/meta/_journal.json'), 'utf8')) as {
      entries: unknown[]
    }
  const before = migrations().entries.length
  write(
    'packages/core/data/0001_greet.sql',
    `update "user" set "first_name" = 'Hello' where "first_name" is null;\n`,
  )
  write(
    'packages/core/data/0002_shout.sql',
    `update "user" set "first_name" = upper("first_name");\n--> statement-breakpoint\nupdate "user" set "last_name" = 'B';\n`,
  )
  const check = runCommand(['node_modules/.bin/node', 'scripts/run.mjs', 'check', 'migrations'], {
    cwd: folder,
  })
  expect(await check.ended).toBe(1)
  expect(check.output()).toContain('Core has 0001_greet, which no migration of the project does yet')
  await generate()
  expect(migrations().entries).toHaveLength(before + 1)
  const base = JSON.parse(readFileSync(path.join(folder, '.plinth/base.json'), 'utf8')) as Base
  expect(base.data).toBe(2)

  const { db, pool } = await openTestDatabase()
  const { id } = await createUser(db, { firstName: null })
  await migrate(db, { migrationsFolder: path.join(folder, 'drizzle') })
  const { rows } = await pool.query('select first_name, last_name from "user" where id = $1', [id])
  expect(rows).toEqual([{ first_name: 'HELLO', last_name: 'B' }])

  await generate()
  expect(migrations().entries).toHaveLength(before + 1)
})
