import { notFound } from '@tanstack/react-router'
import { isMissing } from '#/core/trpc/failure.ts'
import type { RouterContext } from '../shell/query-client/router-context.ts'

/**
 * Returns what the viewer may see of the invitation behind a link. Never cached: it may have been answered.
 */
export async function loadInvitation(
  { queries }: Pick<RouterContext, 'queries'>,
  asked: { id: string; proof?: string },
) {
  const { queryClient, trpc } = await queries.ready()
  try {
    return await queryClient.query({ ...trpc.organizations.invitation.queryOptions(asked), staleTime: 0 })
  } catch (error) {
    if (isMissing(error)) throw notFound()
    throw error
  }
}
