import { FIRST_ROWS } from '@plinth/core/page'
import type { Todo } from '../todos.schema.ts'
import { todoFilters, type TodoFilter } from './todos-search.ts'

/** What the page shows by filter: rows, pending ones first, and how many there are. */
export type TodoLists = Record<TodoFilter, { rows: readonly Todo[]; count: number }>

export const counted = (rows: Record<TodoFilter, readonly Todo[]>): TodoLists =>
  byFilter((filter) => ({ rows: rows[filter], count: rows[filter].length }))

/** The lists of all to-dos, of which the oldest comes first. */
export function listsOf(items: readonly Todo[]): TodoLists {
  const newest = items.toReversed()
  const pending = newest.filter((todo) => !todo.completed)
  const completed = newest.filter((todo) => todo.completed)
  return counted({ all: [...pending, ...completed], pending, completed })
}

/** The part of the lists that comes with the page. */
export const firstOf = (lists: TodoLists): TodoLists =>
  byFilter((filter) => ({ ...lists[filter], rows: lists[filter].rows.slice(0, FIRST_ROWS) }))

const byFilter = (listOf: (filter: TodoFilter) => TodoLists[TodoFilter]) =>
  Object.fromEntries(todoFilters.map((filter) => [filter, listOf(filter)])) as TodoLists
