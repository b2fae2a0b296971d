import { asc, desc, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { badCursor, isTimestamp, readOrderCursor, writeOrderCursor } from './cursor.server.ts'

/** A column's name, with - in front for the opposite direction: `due`, `-due`. */
export type SortBy<Name extends string> = Name | `-${Name}`

type List<Name extends string> = {
  columns: Readonly<Record<Name, PgColumn>>
  id: PgColumn
  sort: SortBy<NoInfer<Name>>
  cursor: string | null | undefined
}

/**
 * A list in the order of one column, then of the id; rows without a value are last. Returns the condition for
 * the rows after the cursor, the order, and the cursor after a row. Throws invalid (field `cursor`) for a
 * forged cursor or one of another order.
 */
export function keyset<Name extends string>({ columns, id, sort, cursor }: List<Name>) {
  const isDescending = sort.startsWith('-')
  const name = (isDescending ? sort.slice(1) : sort) as Name
  const column = columns[name]
  const turn = isDescending ? desc : asc
  return {
    // Without `nulls last` an index also fits that doesn't say it.
    orderBy: [column.notNull ? turn(column) : sql`${turn(column)} nulls last`, turn(id)],
    after: cursor === null || cursor === undefined ? undefined : rowsAfter({ column, id, sort }, cursor),
    cursorAfter: (row: Readonly<Record<Name | 'id', unknown>>) =>
      writeOrderCursor([sort], { value: row[name], id: row.id }),
  }
}

type Order = { column: PgColumn; id: PgColumn; sort: string }

function rowsAfter({ column, id, sort }: Order, cursor: string): SQL {
  const [value, lastId] = readCursor({ column, sort }, cursor)
  const than = sort.startsWith('-') ? sql`<` : sql`>`
  if (value === null) return sql`(${column} is null and ${id} ${than} ${lastId})`
  const beyond = sql`(${column}, ${id}) ${than} (${sql.param(value, column)}, ${lastId})`
  return column.notNull ? beyond : sql`(${beyond} or ${column} is null)`
}

function readCursor({ column, sort }: Omit<Order, 'id'>, cursor: string): [unknown, string] {
  const { value, id } = readOrderCursor([sort], cursor)
  if (!isOf(column, value)) throw badCursor()
  return [column.dataType === 'date' && typeof value === 'string' ? new Date(value) : value, id]
}

/** Whether PostgreSQL can compare the column with the value. */
function isOf({ dataType, columnType, notNull }: PgColumn, value: unknown): boolean {
  if (value === null) return !notNull
  if (dataType === 'number')
    return Number.isSafeInteger(value) || (columnType !== 'PgBigInt53' && typeof value === 'number')
  if (typeof value !== 'string' || value.includes('\0')) return false
  if (columnType === 'PgDateString') return isTimestamp(`${value}T00:00:00.000Z`)
  return dataType === 'date' ? isTimestamp(value) : dataType === 'string' || columnType === 'PgCustomColumn'
}
