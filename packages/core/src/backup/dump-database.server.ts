import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { BackupManifest } from './archive.server.ts'

export type DumpedTable = {
  /** `public.post`, or `pgboss.job` for the waiting jobs. */
  name: string
  columns: string[]
  /** What the rows are read from: a table or a query in parentheses. */
  source: string
}

// A part is written to the database in one transaction, so it is also what an interrupted restore repeats.
const PART_BYTES = 4 * 1024 * 1024

/** The same text for the same value, whatever the server and the role are set to. */
export const PLAIN_TEXT = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8'; set xmloption = 'content'`

/** Starts a transaction in which all reads see one snapshot, however long it takes. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query(`${PLAIN_TEXT}; set idle_in_transaction_session_timeout = 0`)
  await client.query('begin isolation level repeatable read read only')
}

export const JOB_COLUMNS = [
  'name',
  'data',
  'priority',
  'start_after',
  'group_id',
  'retry_limit',
  'retry_delay',
  'retry_backoff',
  'retry_delay_max',
  'expire_seconds',
]
/** Reads jobs from there. The text of `data` decides the digest. */
export const jobsFrom = (from: string): string =>
  `(select ${JOB_COLUMNS.map((column) => (column === 'data' ? 'data::text' : column)).join(', ')} from ${from})`

// Not carried: finished jobs, and the queues of schedules, which every start creates anew.
const WAITING_JOBS = jobsFrom(
  `pgboss.job where state < 'completed' and name not in (select name from pgboss.schedule)`,
)

/** All tables of the application with the columns that hold data; generated ones are computed again. */
export async function listTables(client: pg.Client): Promise<DumpedTable[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname`,
  )
  const tables = rows.map(({ table, columns }) => ({
    name: `public.${table}`,
    columns,
    source: `public.${pg.escapeIdentifier(table)}`,
  }))
  const jobs = await client.query<{ table: string | null }>(`select to_regclass('pgboss.job') as table`)
  return jobs.rows[0]?.table
    ? [...tables, { name: 'pgboss.job', columns: JOB_COLUMNS, source: WAITING_JOBS }]
    : tables
}

/** Yields the rows of a table in COPY's text format, in parts of whole rows. */
export async function* copyRows(client: pg.Client, { columns, source }: DumpedTable): AsyncGenerator<Buffer> {
  const rows = client.query(
    copyTo(`copy (select ${columnList(columns)} from ${source} rows) to stdout`),
  ) as AsyncIterable<Buffer>
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of rows) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < PART_BYTES) continue
    // A line feed within a value is written as \n, so a real one ends a row.
    const end = chunk.lastIndexOf(0x0a) + 1
    if (end === 0) continue
    yield Buffer.concat([...waiting.slice(0, -1), chunk.subarray(0, end)])
    waiting = [chunk.subarray(end)]
    bytes = chunk.length - end
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

/**
 * The number of rows and a digest of their values that doesn't depend on their order; equal on every version
 * of PostgreSQL.
 */
export async function digestTable(
  client: pg.Client,
  { columns, source }: Omit<DumpedTable, 'name'>,
): Promise<{ rows: string; digest: string }> {
  const { rows } = await client.query<{ rows: string; digest: string }>(
    `select count(*)::text as rows, coalesce(sum(('x' || substr(md5(r::text), 1, 15))::bit(60)::bigint), 0)::text as digest
     from (select ${columnList(columns)} from ${source} rows) r`,
  )
  return rows[0] ?? { rows: '0', digest: '0' }
}

/** Read after the rows: a sequence has no snapshot, and may only be ahead of them. */
export async function readSequences(client: pg.Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows
}

export const columnList = (columns: readonly string[]) => columns.map(pg.escapeIdentifier).join(', ')
