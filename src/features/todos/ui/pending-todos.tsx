import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTRPC, type Trpc } from '#/core/trpc/react.tsx'

const STALE_MS = 60_000

/** The query of the number of pending to-dos, for the layout's loader. */
export const pendingTodos = (trpc: Trpc) =>
  queryOptions({ ...trpc.todos.pending.queryOptions(), staleTime: STALE_MS })

/** The number of pending to-dos, for the navigation. Nothing when there are none. */
export function PendingTodos() {
  const { data } = useQuery(pendingTodos(useTRPC()))
  return data?.count || null
}
