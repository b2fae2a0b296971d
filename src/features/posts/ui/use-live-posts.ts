import { useLiveChanges, useTRPC } from '@plinth/core/client'

/** Refetches posts when another user or device has changed them. */
export function useLivePosts(): void {
  const { posts } = useTRPC()
  useLiveChanges(posts.changes.subscriptionOptions(), [posts.pathFilter()])
}
