import { infiniteQueryOptions } from '@tanstack/react-query'
import type { RouterOutput, Trpc } from '@plinth/core/client'

export type PaidWorkspace = RouterOutput['billing']['admin']['workspaces']['items'][number]

/** Workspaces that pay or were given a plan, newest first. */
export const workspacePages = (trpc: Trpc) =>
  infiniteQueryOptions(
    trpc.billing.admin.workspaces.infiniteQueryOptions(
      { limit: 20 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  )
