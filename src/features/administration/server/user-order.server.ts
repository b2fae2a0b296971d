import { asc, desc, sql, type SQL } from 'drizzle-orm'
import { badCursor, isTimestamp, readOrderCursor, user, writeOrderCursor } from '@plinth/core/database/server'
import type { UserFilter } from '../administration.schema.ts'
import type { ListedUser } from './listed-user.server.ts'

type Sort = UserFilter['sort']
type Order = Required<Pick<UserFilter, 'sort' | 'direction'>>

/** The sort columns: each has an index with the id as second column. */
const keys: Record<Sort, SQL> = {
  createdAt: sql`${user.createdAt}`,
  name: sql`${user.name}`,
  email: sql`${user.email}`,
}

/** The requested order, or the default: newest first, names and addresses from A to Z. */
export function orderOf({ sort, direction }: UserFilter): Order {
  return { sort, direction: direction ?? (sort === 'createdAt' ? 'desc' : 'asc') }
}

// The indexes are ascending without nulls, so reading them backwards is exactly `desc`.
export function orderBy({ sort, direction }: Order): SQL[] {
  const turn = direction === 'asc' ? asc : desc
  return [turn(keys[sort]), turn(user.id)]
}

/**
 * Returns the condition for the rows after the last one of a page. Throws invalid (field `cursor`) for a
 * malformed cursor or one of another order.
 */
export function afterCursor(order: Order, cursor: string | null | undefined): SQL | undefined {
  if (cursor === null || cursor === undefined) return undefined
  const { value, id } = readCursor(order, cursor)
  const row = sql`(${keys[order.sort]}, ${user.id})`
  const key = order.sort === 'createdAt' ? sql`${value}::timestamptz` : sql`${value}`
  return order.direction === 'asc' ? sql`${row} > (${key}, ${id})` : sql`${row} < (${key}, ${id})`
}

export function cursorAfter({ sort, direction }: Order, last: ListedUser): string {
  const value = sort === 'createdAt' ? last.createdAt.toISOString() : last[sort]
  return writeOrderCursor([sort, direction], { value, id: last.id })
}

function readCursor({ sort, direction }: Order, cursor: string): { value: string; id: string } {
  const { value, id } = readOrderCursor([sort, direction], cursor)
  if (typeof value !== 'string' || value.includes('\0')) throw badCursor()
  if (sort === 'createdAt' && !isTimestamp(value)) throw badCursor()
  return { value, id }
}
