import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { MIGRATIONS_FOLDER } from '#/core/db/migrate.server.ts'
import { createEmptyDatabase } from './test-database.ts'

/**
 * A database in the state before the migration `file`; `migrate` applies it and all that follow. For tests of
 * data migrations.
 */
export async function databaseBefore(
  file: string,
): Promise<{ client: pg.Client; migrate: () => Promise<void> }> {
  const files = readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith('.sql'))
  if (!files.includes(file)) throw new Error(`There is no migration ${file}`)
  const client = new pg.Client(await createEmptyDatabase())
  await client.connect()
  onTestFinished(() => client.end())
  const apply = async (name: string) => {
    const statements = readFileSync(path.join(MIGRATIONS_FOLDER, name), 'utf8')
    for (const statement of statements.split('--> statement-breakpoint')) await client.query(statement)
  }
  for (const name of files.filter((each) => each < file)) await apply(name)
  return {
    client,
    migrate: async () => {
      for (const name of files.filter((each) => each >= file)) await apply(name)
    },
  }
}
