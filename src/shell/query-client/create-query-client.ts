import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { ownerOf } from '@plinth/core/access'
import { failureOf } from '@plinth/core/page'
import { createTrpc } from '#/shell/functions/create-trpc.functions.ts'
import { noticeActor, refreshViewer } from './refresh-viewer.ts'
import type { Queries, RouterContext } from './router-context.ts'
import { tellOtherTabs } from './workspace-tabs.ts'

/**
 * The query client and tRPC of one page (browser) or one request (server). Prefetched queries are sent with
 * the page.
 */
export async function createQueryClient(router: AnyRouter): Promise<Queries> {
  const { viewer } = router.options.context as RouterContext
  const owner = viewer ? ownerOf(viewer.actor) : undefined
  const queryClient = new QueryClient({
    mutationCache: new MutationCache({ onSuccess: () => tellOtherTabs({ owner, isWrite: true }) }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // Once and soon: after that the page says that it failed, and the user decides.
        retry: (count, error) => !import.meta.env.SSR && count < 1 && failureOf(error).retryable,
        retryDelay: 500,
        refetchOnWindowFocus: 'always',
      },
      mutations: { retry: false },
    },
  })
  return {
    queryClient,
    ...(await createTrpc(queryClient, {
      onActor: (mark) => noticeActor(router, mark),
      onStreamLost: () => void refreshViewer(router, { isUnasked: true }),
    })),
    // Replaces `dehydrate`, which sends fifteen fields where two are needed, at 3 % of a page's CPU.
    prefetched: () =>
      queryClient
        .getQueryCache()
        .getAll()
        .flatMap(({ queryKey, state }) =>
          state.status === 'success' ? { key: queryKey, data: state.data as object } : [],
        ),
    // Counts as fetched now, whatever the server's clock says, so nothing is fetched twice.
    restore: (queries) => queries.forEach(({ key, data }) => queryClient.setQueryData(key as QueryKey, data)),
  }
}
