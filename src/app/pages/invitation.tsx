import type { Viewer } from '#/core/auth/viewer.ts'
import { failureOf } from '#/core/trpc/failure.ts'
import { InvitationIssue, InvitationPage, type InvitationPageProps } from '#/features/organizations/index.ts'
import type { AppRouter } from '../registry/router.server.ts'
import { tellOtherTabs } from '../shell/query-client/workspace-tabs.ts'
import { usePageOwner } from '../shell/use-session-watch.ts'

type InvitationProps = Pick<InvitationPageProps, 'invitation' | 'proof'> & { viewer: Viewer | null }

/** The page of an invitation with the two calls it makes; public pages have no query client. */
export function Invitation({ invitation, proof, viewer }: InvitationProps) {
  usePageOwner(viewer)
  const sendAnswer: InvitationPageProps['sendAnswer'] = async (answer) => {
    const input = { id: invitation.id, ...(proof !== undefined && { proof }) }
    try {
      const { createBrowserClient } = await import('#/core/trpc/client.ts')
      const { acceptInvitation, declineInvitation } = createBrowserClient<AppRouter>().organizations
      if (answer === 'declined') await declineInvitation.mutate(input)
      else {
        await acceptInvitation.mutate(input)
        // Accepting an invitation switches the session to the organization.
        tellOtherTabs()
      }
      return undefined
    } catch (error) {
      return failureOf(error)
    }
  }
  return (
    <InvitationPage
      invitation={invitation}
      proof={proof}
      viewerEmail={viewer?.email}
      sendAnswer={sendAnswer}
    />
  )
}

/** Shown when there is no such invitation. */
export function NoInvitation() {
  return <InvitationIssue />
}
