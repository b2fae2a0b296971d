import { focusManager, useQueryClient } from '@tanstack/react-query'
import { useSubscription } from '@trpc/tanstack-react-query'
import { useRef, useSyncExternalStore } from 'react'
import { useTRPC } from '#/core/trpc/react.tsx'

/**
 * Asks for the posts again when another user or device has changed them. A hidden tab doesn't listen: a
 * browser has few connections, and what a tab shows is asked again when it is shown.
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
      // The first signal says that the server listens: what came with the page is not asked for again.
      if (hasBegun.current) void queries.invalidateQueries(trpc.posts.pathFilter())
      hasBegun.current = true
    },
  })
}
