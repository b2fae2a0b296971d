import type { QueryClient } from '@tanstack/react-query'
import { type Viewer, may } from '@plinth/core/access'
import type { Trpc } from '@plinth/core/client'
import { organizationsAccess } from '../organizations.access.ts'
import { invitationPages, memberPages } from './my-organizations.ts'

/** Prefetches the members and invitations that the user may see; nothing in the personal workspace. */
export async function loadMembers(
  { queryClient, trpc }: { queryClient: QueryClient; trpc: Trpc },
  { actor }: Viewer,
): Promise<void> {
  if (actor.workspace.organizationId === null) return
  const members = queryClient.infiniteQuery({ ...memberPages(trpc), staleTime: 'static' })
  if (may(actor, organizationsAccess.invitations))
    await queryClient.infiniteQuery({ ...invitationPages(trpc), staleTime: 'static' })
  await members
}
