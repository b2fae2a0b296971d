import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { sql } from 'drizzle-orm'
import type pg from 'pg'

export const MIGRATIONS_FOLDER = path.resolve('drizzle')
// Any fixed number: all instances of this application must share it, other users of the database must not.
const MIGRATION_LOCK = 7_305_201

/** Brings the schema up to date. Instances that start together wait for the first and find nothing left to do. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  const db = drizzle({ client })
  try {
    // A migration of a large table may take long; the pool's limit is for requests.
    await client.query('SET statement_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(db, { migrationsFolder: MIGRATIONS_FOLDER })
  } finally {
    // Destroyed, not returned: ends the lock and the setting with it.
    client.release(true)
  }
}

/** Names of the migrations that the files hold and the database has not seen. */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  const journalFile = path.join(MIGRATIONS_FOLDER, 'meta', '_journal.json')
  if (!existsSync(journalFile)) return []
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { tag: string; when: number }[] }
  const db = drizzle({ client: pool })
  const seen = await db.execute<{ table: string | null }>(sql`select to_regclass('drizzle.__drizzle_migrations')::text as table`)
  if (!seen.rows[0]?.table) return journal.entries.map((entry) => entry.tag)
  const last = await db.execute<{ at: string | null }>(sql`select max(created_at) as at from drizzle.__drizzle_migrations`)
  return journal.entries.filter((entry) => entry.when > Number(last.rows[0]?.at ?? 0)).map((entry) => entry.tag)
}
