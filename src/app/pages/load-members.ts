import { may } from '#/core/access/access.ts'
import type { Viewer } from '#/core/auth/viewer.ts'
import { invitationPages, memberPages, organizationsAccess } from '#/features/organizations/index.ts'
import type { RouterContext } from '../shell/query-client/router-context.ts'

/** Prefetches the members and invitations that the user may see; nothing in the personal workspace. */
export async function loadMembers({
  queries,
  viewer,
}: Pick<RouterContext, 'queries'> & { viewer: Viewer }): Promise<void> {
  if (viewer.actor.workspace.organizationId === null) return
  const { queryClient, trpc } = await queries.ready()
  const members = queryClient.infiniteQuery({ ...memberPages(trpc), staleTime: 'static' })
  if (may(viewer.actor, organizationsAccess.invitations))
    await queryClient.infiniteQuery({ ...invitationPages(trpc), staleTime: 'static' })
  await members
}
