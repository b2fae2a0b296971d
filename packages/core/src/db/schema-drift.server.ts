import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { MIGRATIONS_FOLDER, readJournal } from './migrate.server.ts'

type Snapshot = {
  tables: Record<
    string,
    {
      name: string
      columns: Record<string, { name: string; type: string; notNull: boolean }>
      indexes: Record<string, { name: string }>
    }
  >
}

/**
 * Lists the differences between the database and its migrations, one line each: missing tables, columns and
 * indexes, columns of another type or nullability. Ignores additions. For a fully migrated database; called
 * by the doctor.
 */
export async function schemaDrift(pool: pg.Pool): Promise<string[]> {
  const { tables } = newestSnapshot()
  const columns = await pool.query<{ column: string; type: string; not_null: boolean }>(
    `select c.relname || '.' || a.attname as column, a.attnotnull as not_null,
       format_type(a.atttypid, a.atttypmod) || coalesce(' collate "' || l.collname || '"', '') as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid
       left join pg_collation l on l.oid = a.attcollation and l.collname <> 'default'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  )
  const indexes = await pool.query<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = 'public'`,
  )
  const found = new Map(columns.rows.map((row) => [row.column, row]))
  const foundTables = new Set(columns.rows.map((row) => row.column.split('.')[0]))
  const foundIndexes = new Set(indexes.rows.map((row) => row.name))
  return Object.values(tables).flatMap((table) => {
    if (!foundTables.has(table.name)) return [`table ${table.name} is missing`]
    const ofColumns = Object.values(table.columns).flatMap(({ name, type, notNull }) => {
      const column = `${table.name}.${name}`
      const actual = found.get(column)
      if (!actual) return [`column ${column} is missing`]
      if (plain(actual.type) !== plain(type)) return [`column ${column} is ${actual.type} instead of ${type}`]
      return actual.not_null === notNull ? [] : [`column ${column} ${notNull ? 'allows' : 'rejects'} null`]
    })
    const ofIndexes = Object.values(table.indexes).flatMap(({ name }) =>
      foundIndexes.has(name) ? [] : [`index ${name} is missing`],
    )
    return [...ofColumns, ...ofIndexes]
  })
}

/** The snapshot of the last migration that changed a table, written by drizzle-kit. */
function newestSnapshot(): Snapshot {
  const meta = path.join(MIGRATIONS_FOLDER, 'meta')
  const files = readJournal().map(({ tag }) => path.join(meta, `${tag.split('_')[0]}_snapshot.json`))
  const newest = files.findLast((file) => existsSync(file))
  return newest ? (JSON.parse(readFileSync(newest, 'utf8')) as Snapshot) : { tables: {} }
}

/** Removes the space of `timestamp (3)`, which only one side writes. */
const plain = (type: string) => type.replaceAll(' (', '(')
