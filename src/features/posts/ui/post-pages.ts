import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Trpc } from '@plinth/core/client'

/** The infinite query of the post list, for loaders and pages. */
export const postPages = (trpc: Trpc, search?: string) =>
  infiniteQueryOptions(
    trpc.posts.list.infiniteQueryOptions(search ? { search } : {}, {
      getNextPageParam: (page) => page.nextCursor,
    }),
  )

/** The query of the newest posts, for the dashboard's home. */
export const recentPosts = (trpc: Trpc) => trpc.posts.recent.queryOptions()
