import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Trpc } from '#/core/trpc/react.tsx'

/** The list of posts as pages, for loaders and pages alike. */
export const postPages = (trpc: Trpc, search?: string) =>
  infiniteQueryOptions(
    trpc.posts.list.infiniteQueryOptions(search ? { search } : {}, {
      getNextPageParam: (page) => page.nextCursor,
    }),
  )
