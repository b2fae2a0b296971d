import { sql } from 'drizzle-orm'
import type { OpenDatabase } from '#/db/database.server.ts'
import { defineJob } from '#/jobs/jobs.server.ts'
import type { Log } from '#/log/log.server.ts'
import { formatStored } from './format-markdown.server.ts'

const BATCH = 20

type Formatting = { db: OpenDatabase['db']; log: Log; signal: AbortSignal }
type Column = { table: string; name: string; hasExcerpt: boolean }

/**
 * Parses Markdown that is stored without its tree: rows from before there was one, or that something else
 * than a verb has written. Every table of the database with columns `NAME`, `NAME_tree` and `NAME_text` takes
 * part, by its `id`. Idempotent; a row that is changed meanwhile is left to who changes it. Returns the
 * number of rows.
 */
export async function formatRows({ db, log, signal }: Formatting): Promise<number> {
  let count = 0
  for (const column of await markdownColumns(db)) {
    const [table, text, tree, plain] = [
      column.table,
      column.name,
      `${column.name}_tree`,
      `${column.name}_text`,
      // oxlint-disable-next-line house/no-raw-sql -- names of columns that the database has told
    ].map((name) => sql.identifier(name))
    for (;;) {
      signal.throwIfAborted()
      const { rows } = await db.execute<{ id: string; text: string }>(
        sql`select id, ${text} as text from ${table} where ${tree} is null and ${text} is not null order by id limit ${BATCH}`,
      )
      for (const row of rows) {
        const formatted = await formatStored({
          text: row.text,
          kind: 'text',
          account: 'format-rows',
          log,
          signal,
        })
        const excerpt = column.hasExcerpt ? sql`, excerpt = ${formatted.excerpt}` : sql``
        await db.execute(sql`
          update ${table} set ${tree} = ${formatted.tree}, ${plain} = ${formatted.plain}${excerpt}
          where id = ${row.id} and ${tree} is null and ${text} = ${row.text}`)
      }
      count += rows.length
      if (rows.length < BATCH) break
    }
  }
  return count
}

async function markdownColumns(db: Formatting['db']): Promise<Column[]> {
  const { rows } = await db.execute<Column>(sql`
    select own.table_name as "table", own.column_name as name, bool_or(other.column_name = 'excerpt') as "hasExcerpt"
    from information_schema.columns own
    join information_schema.columns other using (table_schema, table_name)
    where own.table_schema = 'public'
    group by own.table_name, own.column_name
    having bool_or(other.column_name = own.column_name || '_tree')
      and bool_or(other.column_name = own.column_name || '_text')`)
  return rows
}

export const formatRowsJob = defineJob({
  name: 'format-markdown',
  cron: '*/5 * * * *',
  handler: async (job) => void (await formatRows(job)),
})
