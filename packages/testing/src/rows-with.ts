import { sql } from 'drizzle-orm'
import type { Db } from '@plinth/core/database/server'

/** The rows of every table that contain a text, by table. */
export async function rowsWith(db: Db, text: string): Promise<Record<string, string[]>> {
  const tables = await db.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`)
  const found: Record<string, string[]> = {}
  for (const { schema, name } of tables.rows) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`
    const { rows } = await db.execute<{ row: string }>(
      sql`select t::text as row from ${table} t where t::text ilike ${`%${text}%`}`,
    )
    if (rows.length > 0) found[name] = rows.map(({ row }) => row)
  }
  return found
}
