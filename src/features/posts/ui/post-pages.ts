import { infiniteQueryOptions } from '@tanstack/react-query'
import { once, type Trpc } from '#/core/trpc/react.tsx'

const found = (trpc: Trpc, search?: string) =>
  infiniteQueryOptions(
    trpc.posts.list.infiniteQueryOptions(search ? { search } : {}, {
      getNextPageParam: (page) => page.nextCursor,
    }),
  )
const all = once((trpc) => found(trpc))

/** The list of posts as pages, for loaders and pages alike. */
export const postPages = (trpc: Trpc, search?: string) => (search ? found(trpc, search) : all(trpc))
