import pg from 'pg'
import type { JobInsert } from 'pg-boss'
import type { BackupHeader, BackupManifest } from '@plinth/core/internal/backup/archive.server.ts'
import {
  type DumpedTable,
  JOB_COLUMNS,
  columnList,
  digestTable,
  jobsFrom,
} from '@plinth/core/internal/backup/dump-database.server.ts'
import type { Migration } from '@plinth/core/internal/db/migrate.server.ts'
import { Refusal } from '../../welcome.ts'

// The tables are filled in a schema of this name, which becomes `public` at the end.
const STAGED = 'plinth_restoring'
// What an interrupted restore has done, and the waiting jobs.
const STATE = 'plinth_restore'

/**
 * Prepares the database for the backup with this digest, or finds how far an interrupted restore of it has
 * come; leftovers of another one are dropped. Nothing is visible in `public`.
 */
export async function prepareStaging(
  client: pg.Client,
  { sha256, migrations, tables }: { sha256: string; migrations: { sql: string[] }[]; tables: string[] },
): Promise<Set<string>> {
  const { rows } = await client.query<{ table: string | null }>(
    `select to_regclass('${STATE}.backup')::text as table`,
  )
  if (rows[0]?.table) {
    const kept = await client.query<{ sha256: string }>(`select sha256 from ${STATE}.backup`)
    if (kept.rows[0]?.sha256 === sha256) return readProgress(client)
  }
  await client.query('begin')
  await client.query(`drop schema if exists ${STAGED} cascade; drop schema if exists ${STATE} cascade`)
  await client.query(`create schema ${STATE};
    create table ${STATE}.backup (sha256 text not null);
    create table ${STATE}.progress (part text primary key);
    create table ${STATE}.postponed (step serial primary key, statement text not null);
    create table ${STATE}.job (name text, data jsonb, priority integer, start_after timestamptz, group_id text,
      retry_limit integer, retry_delay integer, retry_backoff boolean, retry_delay_max integer, expire_seconds integer)`)
  await client.query(`insert into ${STATE}.backup values ($1)`, [sha256])
  for (const { sql } of migrations) for (const statement of sql) await client.query(statement)
  await postpone(client, tables)
  await client.query(`alter schema public rename to ${STAGED}; create schema public`)
  await client.query('commit')
  return new Set()
}

/** Throws Refusal for a database with tables. */
export async function refuseTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
  )
  if (rows[0]?.count)
    throw new Refusal(
      'The database is not empty. Restore into a new one: create a database and set DATABASE_URL to it, or set DATA_DIR ' +
        'to a new folder for the embedded one. Nothing was changed.',
    )
}

/**
 * Removes what would slow down or reject rows in any order, and notes the statements that bring it back: the
 * triggers, the indexes that no constraint needs, and the foreign keys.
 */
async function postpone(client: pg.Client, tables: string[]): Promise<void> {
  // Names in the definitions get their schema.
  await client.query(`set local search_path = ''`)
  const { rows } = await client.query<{ remove: string; restore: string }>(
    `with own as (select unnest($1::text[])::regclass::oid as id)
     select 1 as step, format('drop index %s', indexrelid::regclass) as remove, pg_get_indexdef(indexrelid) as restore
       from own join pg_index on indrelid = id where not exists (select from pg_constraint where conindid = indexrelid)
     union all
     select 2, format('alter table %s disable trigger %I', id::regclass, tgname),
         format('alter table %s enable trigger %I', id::regclass, tgname)
       from own join pg_trigger on tgrelid = id where tgenabled = 'O' and not tgisinternal
     union all
     select 3, format('alter table %s drop constraint %I', id::regclass, conname),
         format('alter table %s add constraint %I %s', id::regclass, conname, pg_get_constraintdef(c.oid))
       from own join pg_constraint c on conrelid = id where contype = 'f'
     order by 1`,
    [tables],
  )
  // A foreign key needs the unique index that it refers to, and can only be dropped before it.
  for (const { remove } of rows.toReversed()) await client.query(remove)
  for (const { restore } of rows)
    await client.query(`insert into ${STATE}.postponed (statement) values ($1)`, [restore])
  // Rows that migrations have written come from the backup.
  await client.query(`truncate ${tables.join(', ')}`)
  await client.query('set local search_path to default')
}

async function readProgress(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ part: string }>(`select part from ${STATE}.progress`)
  return new Set(rows.map(({ part }) => part))
}

/** Notes a part in the transaction that writes it. */
export async function noteProgress(client: pg.Client, part: string): Promise<void> {
  await client.query(`insert into ${STATE}.progress values ($1)`, [part])
}

export const quotedName = (name: string) => `public.${pg.escapeIdentifier(name.replace('public.', ''))}`

/** Returns the table that is filled with the rows of this one. */
export function stagedTable(name: string): string {
  if (name === 'pgboss.job') return `${STATE}.job`
  return `${STAGED}.${pg.escapeIdentifier(name.replace('public.', ''))}`
}

/** Throws Refusal unless the staged tables have the columns of the backup. */
export async function refuseOtherColumns(client: pg.Client, { tables }: BackupHeader): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = '${STAGED}'::regnamespace and c.relkind = 'r' group by c.relname`,
  )
  const known = new Map(rows.map((row) => [`public.${row.table}`, row.columns]))
  known.set('pgboss.job', JOB_COLUMNS)
  for (const { name, columns } of tables) {
    const missing = columns.filter((column) => !known.get(name)?.includes(column))
    if (missing.length > 0)
      throw new Refusal(
        `The backup has ${name} (${missing.join(', ')}), which no migration of this release creates. Nothing was changed.`,
      )
  }
}

/** Throws Refusal unless each staged table has the rows of the backup. */
export async function verifyRows(
  client: pg.Client,
  { tables }: BackupHeader,
  manifest: BackupManifest,
): Promise<void> {
  const expected = new Map(manifest.tables.map((table) => [table.name, table]))
  for (const { name, columns } of tables) {
    const table: Omit<DumpedTable, 'name'> = { columns, source: sourceOf(name) }
    const { rows, digest } = await digestTable(client, table)
    const wanted = expected.get(name)
    if (rows !== wanted?.rows || digest !== wanted.digest)
      throw new Refusal(
        `${name} has ${rows} rows with the digest ${digest}, the backup has ${wanted?.rows} with ${wanted?.digest}. ` +
          'The database stored something else than it was sent. Nothing visible was changed.',
      )
  }
}

const sourceOf = (name: string) => (name === 'pgboss.job' ? jobsFrom(`${STATE}.job`) : stagedTable(name))

type StagedJob = JobInsert & { name: string }

/** The waiting jobs. One that was due long ago is due now: the queue deletes those due two weeks ago. */
export async function readJobs(client: pg.Client): Promise<StagedJob[]> {
  // Their own options: the queue has others, or none where the feature was removed. Older backups lack them.
  const { rows } = await client.query<StagedJob & { options: Partial<StagedJob> }>(
    `select name, data, priority, greatest(start_after, now()) as "startAfter",
       json_strip_nulls(json_build_object('group', case when group_id is not null then json_build_object('id', group_id) end,
         'retryLimit', retry_limit, 'retryDelay', retry_delay, 'retryBackoff', retry_backoff,
         'retryDelayMax', retry_delay_max, 'expireInSeconds', expire_seconds)) as options
     from ${STATE}.job`,
  )
  return rows.map(({ options, ...job }) => ({ ...job, ...options }))
}

type Finish = {
  migrations: readonly Migration[]
  sequences: BackupManifest['sequences']
  enqueue(): Promise<void>
}

/** Makes the staged tables the database's own, in one transaction. */
export async function publish(client: pg.Client, { migrations, sequences, enqueue }: Finish): Promise<void> {
  await client.query('begin')
  // Fails if somebody has created something in it.
  await client.query(`drop schema public; alter schema ${STAGED} rename to public`)
  const postponed = await client.query<{ statement: string }>(
    `select statement from ${STATE}.postponed order by step`,
  )
  for (const { statement } of postponed.rows) await client.query(statement)
  for (const { name, value } of sequences)
    await client.query(`select setval($1::regclass, $2::bigint)`, [
      `public.${pg.escapeIdentifier(name)}`,
      value,
    ])
  // As Drizzle creates them.
  await client.query(`create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
  for (const { hash, createdAt } of migrations)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      createdAt,
    ])
  await enqueue()
  await client.query(`drop schema ${STATE} cascade`)
  await client.query('commit')
  await client.query('analyze')
}

export const copyInto = (name: string, columns: readonly string[]) =>
  `copy ${stagedTable(name)} (${columnList(columns)}) from stdin`
