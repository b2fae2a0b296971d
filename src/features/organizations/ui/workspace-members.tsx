import { useMay } from '#/core/access/react.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { organizationsAccess } from '../organizations.access.ts'
import { InvitationsSection } from './invitations/invitations-section.tsx'
import { MembersSection } from './members-section.tsx'
import { PersonalWorkspace } from './personal-workspace.tsx'

/** Members and, for users who may invite, invitations of the active workspace. */
export function WorkspaceMembers({ viewer }: { viewer: Viewer }) {
  const seesInvitations = useMay(organizationsAccess.invitations)
  if (viewer.actor.workspace.organizationId === null) return <PersonalWorkspace />
  return (
    <>
      <MembersSection viewer={viewer} />
      {seesInvitations ? <InvitationsSection /> : null}
    </>
  )
}
