import { infiniteQueryOptions } from '@tanstack/react-query'
import type { RouterOutput, Trpc } from '#/core/trpc/react.tsx'

export type ListedThread = RouterOutput['chats']['list']['items'][number]

/**
 * Threads of the workspace, the one last written in first, as pages. All three pages list all of them: a
 * conversation is found wherever it was begun.
 */
export const threadPages = (trpc: Trpc, search?: string) =>
  infiniteQueryOptions(
    trpc.chats.list.infiniteQueryOptions(search ? { search } : {}, {
      getNextPageParam: (page) => page.nextCursor,
    }),
  )
