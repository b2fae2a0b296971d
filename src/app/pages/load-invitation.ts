import { notFound } from '@tanstack/react-router'
import { isMissing } from '#/core/trpc/failure.ts'
import type { RouterContext } from '../shell/query-client/router-context.ts'

/**
 * The invitation behind a link, as whoever looks may see it; asked for anew each time, because it may have
 * been answered meanwhile.
 */
export async function loadInvitation(
  { data }: Pick<RouterContext, 'data'>,
  asked: { id: string; proof?: string },
) {
  const { queryClient, trpc } = await data.ready()
  try {
    return await queryClient.query({ ...trpc.organizations.invitation.queryOptions(asked), staleTime: 0 })
  } catch (error) {
    if (isMissing(error)) throw notFound()
    throw error
  }
}
