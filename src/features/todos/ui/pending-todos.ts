import { optional } from '@plinth/core/trpc/optional-query.ts'
import type { Trpc } from '@plinth/core/trpc/react.tsx'

const STALE_MS = 60_000

/** The query of the number of pending to-dos, for the navigation. */
export const pendingTodos = (trpc: Trpc) => ({
  ...trpc.todos.pending.queryOptions(undefined, optional),
  staleTime: STALE_MS,
})
