import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { useTRPC } from '@plinth/core/client'
import { receivedInvitations } from '../my-organizations.ts'

/** The user's pending invitations, for the dashboard home. Renders nothing if there are none. */
export function ReceivedInvitations() {
  const t = useTranslate()
  const { data } = useQuery(receivedInvitations(useTRPC()))
  return data?.items.map(({ id, organization, inviter, role }) => (
    <div
      key={id}
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-info-border bg-info-muted px-4 py-3 text-info-text"
    >
      <span className="flex min-w-0 items-start gap-2 wrap-anywhere">
        <Mail className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {t('organizations:invitation.text', {
          inviter: inviter.name,
          organization: organization.name,
          role: t(`roles:${role}.name`),
        })}
      </span>
      <Link
        to="/accept-invitation/$invitationId"
        params={{ invitationId: id }}
        className={buttonVariants({ variant: 'outline', size: 'sm' })}
      >
        {t('organizations:invitation.view')}
      </Link>
    </div>
  ))
}
