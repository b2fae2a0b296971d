/** A column of a table that is called differently now. */
export type RenamedColumn = { table: string; from: string; to: string }

/** Reads `invoice.total:amount`. Throws an Error for anything else. */
export function readRenamed(given: string): RenamedColumn {
  const [, table, from, to] = /^([a-z]\w*)\.([a-z]\w*):([a-z]\w*)$/.exec(given) ?? []
  if (!table || !from || !to) throw new Error(`${given} is no renamed column, such as invoice.total:amount.`)
  return { table, from, to }
}

export const renameStatement = ({ table, from, to }: RenamedColumn): string =>
  `ALTER TABLE "${table}" RENAME COLUMN "${from}" TO "${to}";`

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/**
 * The snapshot of a migration as PostgreSQL has the tables once the column is renamed: indices, keys and
 * expressions follow it, and keep
 * their own names. Throws an Error if there is no such column, or one of the new name already.
 */
export function withRenamedColumn(snapshot: string, { table, from, to }: RenamedColumn): string {
  const whole = JSON.parse(snapshot) as { tables: Record<string, { columns: Record<string, Json> }> }
  const key = `public.${table}`
  const found = whole.tables[key]
  if (!found || !(from in found.columns)) throw new Error(`The table ${table} has no column ${from}.`)
  if (to in found.columns) throw new Error(`The table ${table} has a column ${to} already.`)
  const inExpressions = new RegExp(`("${table}"\\.)?"${from}"`, 'g')
  function follow(value: Json, holder = ''): Json {
    // Names of columns are whole; expressions quote them.
    if (typeof value === 'string') {
      if (value === from) return namesColumn.has(holder) ? to : value
      return value.replaceAll(inExpressions, (_, prefix: string | undefined) => `${prefix ?? ''}"${to}"`)
    }
    if (Array.isArray(value)) return value.map((one) => follow(one, holder))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, follow(one, name)]))
  }
  const { columns, ...others } = found
  const renamed = Object.entries(columns).map(([name, column]) =>
    name === from ? [to, { ...(follow(column) as object), name: to }] : [name, follow(column)],
  )
  const columnsAfter = Object.fromEntries(renamed) as Record<string, Json>
  const tables = { ...whole.tables, [key]: { ...(follow(others) as object), columns: columnsAfter } }
  return `${JSON.stringify({ ...whole, tables }, undefined, 2)}\n`
}

const namesColumn = new Set(['expression', 'columns', 'columnsFrom'])
