import { QueryClient, type QueryKey } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { isRetriable } from '#/core/trpc/failure.ts'
import { createTrpc } from './create-trpc.functions.ts'
import type { Data } from './data-layer.ts'
import { noticeActor } from './refresh-viewer.ts'

/** Query client and tRPC of one page (browser) or one request (server); queries a loader has awaited arrive with the page. */
export async function createDataLayer(router: AnyRouter): Promise<Data> {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (count, error) => !import.meta.env.SSR && count < 3 && isRetriable(error), refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  })
  return {
    queryClient,
    ...createTrpc(queryClient, (mark) => noticeActor(router, mark)),
    // Not the query library's dehydrate: three fields of what it sends are needed here, and its fifteen cost the page 0.03 of its CPU.
    sent: () =>
      queryClient
        .getQueryCache()
        .getAll()
        .flatMap(({ queryKey, state }) => (state.status === 'success' ? { key: queryKey, data: state.data as object, at: state.dataUpdatedAt } : [])),
    restore: (sent) => sent.forEach(({ key, data, at }) => queryClient.setQueryData(key as QueryKey, data, { updatedAt: at })),
  }
}
