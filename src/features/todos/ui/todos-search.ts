import { readSearch } from '@plinth/core/schema'

export const todoFilters = ['all', 'pending', 'completed'] as const
export type TodoFilter = (typeof todoFilters)[number]

/** Which to-dos are shown; all without it. */
export type TodosSearch = { show?: Exclude<TodoFilter, 'all'> }

/** Parses search params. Invalid ones are dropped. */
export const todosSearch = (raw: Record<string, unknown>): TodosSearch =>
  readSearch<TodosSearch>({ show: raw.show }, { show: ['pending', 'completed'] })
