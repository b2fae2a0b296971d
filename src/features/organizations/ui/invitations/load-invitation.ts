import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { type Trpc, isMissing } from '@plinth/core/client'

/**
 * Returns what the viewer may see of the invitation behind a link. Never cached: it may have been answered.
 */
export async function loadInvitation(
  { queryClient, trpc }: { queryClient: QueryClient; trpc: Trpc },
  asked: { id: string; proof?: string },
) {
  try {
    return await queryClient.query({ ...trpc.organizations.invitation.queryOptions(asked), staleTime: 0 })
  } catch (error) {
    if (isMissing(error)) throw notFound()
    throw error
  }
}
