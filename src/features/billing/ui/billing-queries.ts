import { type QueryClient, infiniteQueryOptions } from '@tanstack/react-query'
import type { RouterOutput, Trpc } from '@plinth/core/client'

export type Billing = RouterOutput['billing']['overview']
export type PaidWorkspace = RouterOutput['billing']['admin']['workspaces']['items'][number]
export type Month = RouterOutput['billing']['admin']['revenue']['items'][number]

export const billingOverview = (trpc: Trpc) => trpc.billing.overview.queryOptions()

export const revenueQuery = (trpc: Trpc) => trpc.billing.admin.revenue.queryOptions()

/** Workspaces that pay or were given a plan, newest first. */
export const workspacePages = (trpc: Trpc) =>
  infiniteQueryOptions(
    trpc.billing.admin.workspaces.infiniteQueryOptions(
      { limit: 20 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  )

export async function loadAdminBilling(queryClient: QueryClient, trpc: Trpc): Promise<void> {
  await Promise.all([
    queryClient.query({ ...revenueQuery(trpc), staleTime: 'static' }),
    queryClient.infiniteQuery({ ...workspacePages(trpc), staleTime: 'static' }),
  ])
}
