import type { QueryClient } from '@tanstack/react-query'
import { may } from '@plinth/core/access/access.ts'
import type { Viewer } from '@plinth/core/auth/viewer.ts'
import type { Trpc } from '@plinth/core/trpc/react.tsx'
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
