import type { QueryClient, QueryKey } from '@tanstack/react-query'

// On a healthy database it arrives together with what the page needs.
const GRACE_MS = 50

/** Options of a query for `loadOptional`: `trpc.x.count.queryOptions(undefined, optional)`. */
export const optional = { trpc: { context: { isOptional: true } } } as const

/** A batch is answered when its slowest call is: an optional query never travels with others. */
export const isOptional = (context: Record<string, unknown>): boolean => context.isOptional === true

type OptionalQuery = { queryKey: QueryKey; trpc: { path: string } }

/**
 * Loads data that a page can be shown without, while `required` loads. The page is sent with what arrives by
 * then; the rest is read by the browser and shown when it arrives, or never. Components read it with
 * `useQuery`, which neither suspends nor throws. Never rejects.
 */
export async function loadOptional(
  queryClient: QueryClient,
  queries: readonly OptionalQuery[],
  required: Promise<unknown>,
): Promise<void> {
  // In the browser the components that show it load it.
  if (!import.meta.env.SSR) return
  const loading = Promise.allSettled(queries.map((query) => queryClient.query(query)))
  const outOfTime = required.then(
    () => new Promise<void>((resolve) => setTimeout(resolve, GRACE_MS)),
    () => {},
  )
  await Promise.race([loading, outOfTime])
  // A result that arrives while the page is rendered would be in one half of it only.
  await Promise.all(queries.map(({ queryKey }) => queryClient.cancelQueries({ queryKey })))
}
