import { useTRPC } from '#/core/trpc/react.tsx'
import { useLiveChanges } from '#/core/trpc/use-live-changes.ts'

/** Refetches posts when another user or device has changed them. */
export function useLivePosts(): void {
  const { posts } = useTRPC()
  useLiveChanges(posts.changes.subscriptionOptions(), [posts.pathFilter()])
}
