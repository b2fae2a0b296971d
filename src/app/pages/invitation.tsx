import type { Viewer } from '#/core/auth/viewer.ts'
import { InvitationIssue, InvitationPage, type InvitationPageProps } from '#/features/organizations/index.ts'
import { usePageOwner } from '../shell/use-session-watch.ts'
import { tellOtherTabs } from '../shell/query-client/workspace-tabs.ts'

type InvitationProps = Pick<InvitationPageProps, 'invitation' | 'proof'> & { viewer: Viewer | null }

/**
 * The page of an invitation. Joining moves the session into the organization, which the other tabs must know.
 */
export function Invitation({ invitation, proof, viewer }: InvitationProps) {
  usePageOwner(viewer)
  return (
    <InvitationPage
      invitation={invitation}
      proof={proof}
      viewerEmail={viewer?.email}
      onJoined={() => tellOtherTabs()}
    />
  )
}

/** In its place when there is none. */
export function NoInvitation() {
  return <InvitationIssue />
}
