import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { inOwnSession } from './database.server.ts'

export const MIGRATIONS_FOLDER = path.resolve('drizzle')
// Any fixed number: all instances of this application must share it, other users of the database must not.
export const MIGRATION_LOCK = 7_305_201

/**
 * Applies pending migrations. An advisory lock serializes instances that start together. `pool` must not go
 * through a connection pooler.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  await inOwnSession(pool, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
  })
}

/** The names of migrations that have a file but have not been applied. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const journalFile = path.join(MIGRATIONS_FOLDER, 'meta', '_journal.json')
  if (!existsSync(journalFile)) return []
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  const db = drizzle({ client: pool })
  const applied = await db.execute<{ table: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as table`,
  )
  if (!applied.rows[0]?.table) return journal.entries.map((entry) => entry.tag)
  const last = await db.execute<{ at: string | null }>(
    sql`select max(created_at) as at from drizzle.__drizzle_migrations`,
  )
  return journal.entries
    .filter((entry) => entry.when > Number(last.rows[0]?.at ?? 0))
    .map((entry) => entry.tag)
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
export async function readAppliedMigrations(client: pg.Client): Promise<Migration[]> {
  const found = await client.query<{ table: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as table`,
  )
  if (!found.rows[0]?.table) return []
  const { rows } = await client.query<{ hash: string; at: string }>(
    'select hash, created_at as at from drizzle.__drizzle_migrations order by id',
  )
  return rows.map(({ hash, at }) => ({ hash, createdAt: Number(at) }))
}
