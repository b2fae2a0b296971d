import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { ownerOf } from '#/core/auth/viewer.ts'
import { isRetriable } from '#/core/trpc/failure.ts'
import { createTrpc } from '#/app/server/create-trpc.functions.ts'
import { noticeActor, refreshViewer } from './refresh-viewer.ts'
import type { Data, RouterContext } from './router-context.ts'
import { tellOtherTabs } from './workspace-tabs.ts'

/**
 * Query client and tRPC of one page (browser) or one request (server); queries a loader has awaited arrive
 * with the page.
 */
export async function createDataLayer(router: AnyRouter): Promise<Data> {
  const { viewer } = router.options.context as RouterContext
  const owner = viewer ? ownerOf(viewer.actor) : undefined
  const queryClient = new QueryClient({
    mutationCache: new MutationCache({ onSuccess: () => tellOtherTabs({ owner, isWrite: true }) }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) => !import.meta.env.SSR && count < 3 && isRetriable(error),
        refetchOnWindowFocus: 'always',
      },
      mutations: { retry: false },
    },
  })
  return {
    queryClient,
    ...createTrpc(queryClient, {
      onActor: (mark) => noticeActor(router, mark),
      onStreamLost: () => void refreshViewer(router, { isUnasked: true }),
    }),
    // Not the query library's dehydrate: two fields of what it sends are needed here, and its fifteen cost
    // the page 0.03 of its CPU.
    sent: () =>
      queryClient
        .getQueryCache()
        .getAll()
        .flatMap(({ queryKey, state }) =>
          state.status === 'success' ? { key: queryKey, data: state.data as object } : [],
        ),
    // As read now, whatever the two clocks say: it is not asked for a second time.
    restore: (sent) => sent.forEach(({ key, data }) => queryClient.setQueryData(key as QueryKey, data)),
  }
}
