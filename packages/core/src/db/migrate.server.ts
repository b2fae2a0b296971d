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
 * through a connection pooler. Throws StartError for a migration without its file, for a database that
 * these migrations can't continue, and for one of somebody else, which is not written.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  await migrateUnless(pool, findForeignTables)
}

/**
 * Makes a database with tables of somebody else this application's too. Throws StartError, with nothing
 * written, where both would use the same ones, and for a database that is empty or this application's
 * already.
 */
export async function adoptDatabase(pool: pg.Pool): Promise<void> {
  await migrateUnless(pool, whyNotAdopted)
}

type Refuses = (database: pg.Client) => Promise<string | undefined>

async function migrateUnless(pool: pg.Pool, refuses: Refuses): Promise<void> {
  await inOwnSession(pool, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const problem =
      missingMigration(MIGRATIONS_FOLDER) ?? (await refuses(client)) ?? (await findForeignMigrations(client))
    if (problem) throw new StartError(problem)
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
  })
}

/**
 * Returns whose tables are in the database and what to do; undefined for one that is empty or this
 * application's. It is ours if it has one of our migrations, or the installation's id. Read-only.
 */
export async function findForeignTables(database: pg.Pool | pg.Client): Promise<string | undefined> {
  const { name, tables } = await readForeignTables(database)
  if (tables.length === 0) return undefined
  const some =
    tables.length > 3 ? `${tables.slice(0, 3).join(', ')} and ${tables.length - 3} more` : tables.join(', ')
  return (
    `The database ${name} has tables that are not this application's (${some}), so nothing was written. Set DATABASE_URL to an ` +
    'empty database, or let this one have both: npm run db:adopt'
  )
}

async function whyNotAdopted(database: pg.Client): Promise<string | undefined> {
  const { name, tables } = await readForeignTables(database)
  if (tables.length === 0)
    return `There is nothing to adopt: the database ${name} is empty or this application's already. Start it with npm start.`
  const shared = tables.find((table) => /^(drizzle|pgboss)\./.test(table))
  return (
    shared &&
    `The database ${name} can't have both: ${shared} is somebody else's, and this application would use it too. Nothing was written. ` +
      'Set DATABASE_URL to an empty database.'
  )
}

/**
 * Not counted: tables of extensions, and in schemas other than ours those that only the provider can
 * change.
 */
async function readForeignTables(database: pg.Pool | pg.Client): Promise<{ name: string; tables: string[] }> {
  const { rows } = await database.query<{ name: string; isOurs: boolean; tables: string[] }>(
    `select current_database() as name,
       exists (select from pg_attribute where attrelid = to_regclass('public.installation') and attname = 'is_only') as "isOurs",
       array(select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
           and (n.nspname in ('public', 'drizzle', 'pgboss') or c.relowner = current_user::regrole
             or (select rolsuper from pg_roles where rolname = current_user))
           and not exists (select from pg_depend d
             where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
         order by n.nspname <> 'public', 1)::text[] as tables`,
  )
  const { name = '', isOurs = false, tables = [] } = rows[0] ?? {}
  const applied = await readAppliedMigrations(database)
  const known = new Set(knownMigrations().map(({ hash }) => hash))
  if (isOurs || applied.some(({ hash }) => known.has(hash))) return { name, tables: [] }
  // A first start that was ended before its migrations leaves their empty list.
  return {
    name,
    tables: tables.filter((table) => applied.length > 0 || table !== 'drizzle.__drizzle_migrations'),
  }
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
