import { focusManager, useQueryClient, type QueryFilters } from '@tanstack/react-query'
import { useSubscription } from '@trpc/tanstack-react-query'
import { useRef, useSyncExternalStore } from 'react'

type Subscription<Failure> = Parameters<typeof useSubscription<void, Failure>>[0]

/**
 * Refetches queries when another user or device has changed what they show. Hidden tabs don't listen, because
 * browsers have few connections; they refetch when shown.
 */
export function useLiveChanges<Failure>(
  changes: Subscription<Failure>,
  filters: readonly QueryFilters[],
): void {
  const queries = useQueryClient()
  const isVisible = useSyncExternalStore(
    (onChange) => focusManager.subscribe(onChange),
    () => focusManager.isFocused(),
    () => false,
  )
  const hasBegun = useRef(false)
  useSubscription({
    ...changes,
    enabled: isVisible,
    onData: () => {
      // The first signal only says that the server listens, so prefetched rows are not refetched.
      if (hasBegun.current) for (const filter of filters) void queries.invalidateQueries(filter)
      hasBegun.current = true
    },
  })
}
