import { type Trpc, optional } from '@plinth/core/client'

const STALE_MS = 60_000

/** The query of the number of pending to-dos, for the navigation. */
export const pendingTodos = (trpc: Trpc) => ({
  ...trpc.todos.pending.queryOptions(undefined, optional),
  staleTime: STALE_MS,
})
