import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { TRPCClientErrorLike } from '@trpc/client'
import type { AnyTRPCRouter } from '@trpc/server'
import type { TRPCQueryKey } from '@trpc/tanstack-react-query'

// On a healthy database it arrives together with what the page needs.
const GRACE_MS = 50
// A reader waits this long for a whole page before one with a gap is better. Less than a wait for a lock.
const PARTS_MS = 1_500

/** Options of a query for `loadOptional`: `trpc.x.count.queryOptions(undefined, optional)`. */
export const optional = { trpc: { context: { isOptional: true } } } as const

/** A batch is answered when its slowest call is: an optional query never travels with others. */
export const isOptional = (context: Record<string, unknown>): boolean => context.isOptional === true

/** The options of a query. */
export type PartQuery = { queryKey: QueryKey }

type Count = { count: number }

/** A tRPC query that returns a number, with the options of `optional`. */
export type CountQuery = UseQueryOptions<Count, TRPCClientErrorLike<AnyTRPCRouter>, Count, TRPCQueryKey> & {
  queryKey: TRPCQueryKey
  trpc: { path: string }
}

/**
 * Loads data that a page can be shown without, while `required` loads. The page is sent with what arrives by
 * then; the rest is read by the browser and shown when it arrives, or never. Components read it with
 * `useQuery`, which neither suspends nor throws. Never rejects.
 */
export async function loadOptional(
  queryClient: QueryClient,
  queries: readonly PartQuery[],
  required: Promise<unknown>,
): Promise<void> {
  // In the browser the components that show it load it.
  if (!import.meta.env.SSR) return
  const loading = Promise.allSettled(queries.map((query) => queryClient.query(query)))
  const outOfTime = required.then(
    // After what has arrived by then: timers that are due run before sockets are read.
    () => new Promise<void>((resolve) => setTimeout(() => setImmediate(resolve), GRACE_MS)),
    () => {},
  )
  await Promise.race([loading, outOfTime])
  await cancelAll(queryClient, queries)
}

/**
 * Loads the parts of a page. The server waits 1.5 seconds at most. A part that is late then, or has
 * failed, is a gap of the page, which the browser fills or where it says why it can't: components read
 * parts with `useQuery` and show them with `LoadState`. Never rejects.
 */
export async function loadParts(queryClient: QueryClient, parts: readonly PartQuery[]): Promise<void> {
  const loading = Promise.allSettled(
    parts.map((query) => queryClient.query({ ...query, staleTime: 'static' })),
  )
  if (!import.meta.env.SSR) {
    await loading
    return
  }
  const { promise: outOfTime, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PARTS_MS)
  await Promise.race([loading, outOfTime])
  clearTimeout(timer)
  await cancelAll(queryClient, parts)
}

/**
 * A result that arrives while the page is rendered would be in one half of it only, and so would an error,
 * which is not sent with the page.
 */
async function cancelAll(queryClient: QueryClient, queries: readonly PartQuery[]): Promise<void> {
  await Promise.all(queries.map(({ queryKey }) => queryClient.cancelQueries({ queryKey })))
  queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
}
