import { infiniteQueryOptions } from '@tanstack/react-query'
import type { RouterOutput, Trpc } from '#/core/trpc/react.tsx'

export type ListedThread = RouterOutput['chats']['list']['items'][number]

/** The threads of the workspace as pages, last updated first. Every chat page lists all of them. */
export const threadPages = (trpc: Trpc, search?: string) =>
  infiniteQueryOptions(
    trpc.chats.list.infiniteQueryOptions(search ? { search } : {}, {
      getNextPageParam: (page) => page.nextCursor,
    }),
  )
