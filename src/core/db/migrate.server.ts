import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { StartError } from '#/lib/start-error.ts'
import { inOwnSession } from './database.server.ts'

export const MIGRATIONS_FOLDER = path.resolve('drizzle')
// Any fixed number: all instances of this application must share it, other users of the database must not.
export const MIGRATION_LOCK = 7_305_201

/**
 * Applies pending migrations. An advisory lock serializes instances that start together. `pool` must not go
 * through a connection pooler. Throws StartError for a migration without its file and for a database that
 * these migrations can't continue.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  await inOwnSession(pool, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const problem = missingMigration(MIGRATIONS_FOLDER) ?? (await findForeignMigrations(client))
    if (problem) throw new StartError(problem)
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
  })
}

/** Returns what to do if the journal lists a migration whose file is missing. */
export function missingMigration(folder: string): string | undefined {
  const missing = readJournal(folder).find(({ tag }) => !existsSync(path.join(folder, `${tag}.sql`)))
  return (
    missing &&
    `The migration drizzle/${missing.tag}.sql is missing, which drizzle/meta/_journal.json lists. Was it committed?`
  )
}

/** The names of migrations that have a file but have not been applied. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const last = (await readAppliedMigrations(pool)).at(-1)?.createdAt ?? 0
  return readJournal()
    .filter(({ when }) => when > last)
    .map(({ tag }) => tag)
}

/**
 * Returns the reason and what to do if the database's first migration is older than the first file: the
 * migrations were put together into one since then.
 */
export async function findForeignMigrations(database: pg.Pool | pg.Client): Promise<string | undefined> {
  const [first] = readJournal()
  const [applied] = await readAppliedMigrations(database)
  if (!first || !applied || applied.createdAt >= first.when) return undefined
  return (
    `This database was made before ${first.tag}, which holds all earlier migrations, so it can't be migrated. ` +
    'Erase it with npm run db:reset (local mode only), or use an empty one.'
  )
}

export function readJournal(folder = MIGRATIONS_FOLDER): { tag: string; when: number }[] {
  const file = path.join(folder, 'meta', '_journal.json')
  if (!existsSync(file)) return []
  return (JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string; when: number }[] }).entries
}

export type Migration = { hash: string; createdAt: number }

/** The migrations that this release has, oldest first. */
export function knownMigrations(): (Migration & { sql: string[] })[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(
    ({ hash, folderMillis, sql: text }) => ({
      hash,
      createdAt: folderMillis,
      sql: text,
    }),
  )
}

/** The migrations that this database has, oldest first; empty for a database without any. */
export async function readAppliedMigrations(database: pg.Pool | pg.Client): Promise<Migration[]> {
  const found = await database.query<{ table: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as table`,
  )
  if (!found.rows[0]?.table) return []
  const { rows } = await database.query<{ hash: string; at: string }>(
    'select hash, created_at as at from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ hash, at }) => ({ hash, createdAt: Number(at) }))
}
