import type { Viewer } from '#/core/auth/viewer.ts'
import { InvitationIssue, InvitationPage, type InvitationPageProps } from '#/features/organizations/index.ts'
import { usePageOwner } from '../shell/use-session-watch.ts'
import { tellOtherTabs } from '../shell/query-client/workspace-tabs.ts'

type InvitationProps = Pick<InvitationPageProps, 'invitation' | 'proof'> & { viewer: Viewer | null }

/** The page of an invitation. Joining switches the session's workspace, so other tabs are told. */
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

/** Shown when there is no such invitation. */
export function NoInvitation() {
  return <InvitationIssue />
}
