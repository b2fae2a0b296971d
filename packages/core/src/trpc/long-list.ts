import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { FIRST_ROWS } from '#/lib/first-rows.ts'

/**
 * For the loader of a list that is not read in pages: a long one does not travel with the page. The loader
 * returns the rows that are shown first, and the page reads the list with `useQuery`, in the browser.
 */
export function leaveLongList(
  queryClient: QueryClient,
  queryKey: QueryKey,
  { items }: { items: readonly unknown[] },
): void {
  if (import.meta.env.SSR && items.length > FIRST_ROWS) queryClient.removeQueries({ queryKey, exact: true })
}
