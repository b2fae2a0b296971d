import { infiniteQueryOptions } from '@tanstack/react-query'
import type { RouterOutput, Trpc } from '@plinth/core/client'

export type ListedDocument = RouterOutput['documents']['list']['items'][number]

const QUICK_MS = 1_500
const SLOW_MS = 10_000
const QUICK_FOR_MS = 120_000

/** Whether a document is still being indexed. */
export const isUnderWay = ({ status }: Pick<ListedDocument, 'status'>) =>
  status === 'queued' || status === 'parsing' || status === 'indexing'

/**
 * The documents of the workspace as an infinite query. Polls while one is being indexed, quickly at first,
 * and stops when all are done or the list is not on screen.
 */
export const documentPages = (trpc: Trpc) =>
  infiniteQueryOptions({
    ...trpc.documents.list.infiniteQueryOptions({}, { getNextPageParam: (page) => page.nextCursor }),
    refetchInterval: ({ state }) => {
      const waiting = (state.data?.pages ?? []).flatMap(({ items }) => items).filter(isUnderWay)
      if (waiting.length === 0) return false
      const newest = Math.max(...waiting.map(({ updatedAt }) => updatedAt.getTime()))
      return state.dataUpdatedAt - newest < QUICK_FOR_MS ? QUICK_MS : SLOW_MS
    },
  })
