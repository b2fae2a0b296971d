import { focusManager, useQueryClient } from '@tanstack/react-query'
import { useSubscription } from '@trpc/tanstack-react-query'
import { useRef, useSyncExternalStore } from 'react'
import { useTRPC } from '#/core/trpc/react.tsx'

/**
 * Refetches posts when another user or device has changed them. Hidden tabs don't listen, because browsers
 * have few connections; they refetch when shown.
 */
export function useLivePosts(): void {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const isVisible = useSyncExternalStore(
    (onChange) => focusManager.subscribe(onChange),
    () => focusManager.isFocused(),
    () => false,
  )
  const hasBegun = useRef(false)
  useSubscription({
    ...trpc.posts.changes.subscriptionOptions(undefined, { enabled: isVisible }),
    onData: () => {
      // The first signal only says that the server listens, so prefetched posts are not refetched.
      if (hasBegun.current) void queries.invalidateQueries(trpc.posts.pathFilter())
      hasBegun.current = true
    },
  })
}
