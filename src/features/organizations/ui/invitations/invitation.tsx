import { loadBrowserClient } from '@plinth/core/client'
import { failureOf } from '@plinth/core/page'
import type { Viewer } from '@plinth/core/access'
import { InvitationIssue } from './invitation-issue.tsx'
import { InvitationPage, type InvitationPageProps } from './invitation-page.tsx'

type InvitationProps = Pick<InvitationPageProps, 'invitation' | 'proof'> & {
  viewer: Viewer | null
  /** Called when the invitation was accepted, which switches the session to the organization. */
  onJoined: () => void
}

/** The page of an invitation with the two calls it makes; public pages have no query client. */
export function Invitation({ invitation, proof, viewer, onJoined }: InvitationProps) {
  const sendAnswer: InvitationPageProps['sendAnswer'] = async (answer) => {
    const input = { id: invitation.id, ...(proof !== undefined && { proof }) }
    try {
      const { acceptInvitation, declineInvitation } = (await loadBrowserClient()).organizations
      if (answer === 'declined') await declineInvitation.mutate(input)
      else {
        await acceptInvitation.mutate(input)
        onJoined()
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
export const NoInvitation = () => <InvitationIssue />
