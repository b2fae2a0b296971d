import { Link } from '@tanstack/react-router'
import { Check, Unlink } from 'lucide-react'
import { AuthPage } from '#/components/auth-page.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'

type InvitationIssueProps = {
  /** Its state; undefined for one that doesn't exist. */
  reason?: 'accepted' | 'declined' | 'revoked' | 'expired'
  isSignedIn?: boolean
}

/** An invitation that can't be accepted: what happened, what to do, and a link home. */
export function InvitationIssue({ reason, isSignedIn = false }: InvitationIssueProps) {
  const t = useTranslate()
  return (
    <AuthPage
      Icon={reason === 'accepted' ? Check : Unlink}
      title={t('organizations:issue.title')}
      intro={t(`organizations:issue.${reason ?? 'invalid'}`)}
    >
      {reason === 'accepted' ? null : (
        <p className="-mt-4 text-muted-foreground">{t('organizations:issue.advice')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {isSignedIn ? (
          <Link to="/dashboard" className={buttonVariants()}>
            {t('organizations:issue.dashboard')}
          </Link>
        ) : null}
        <Link to="/" className={buttonVariants({ variant: 'outline' })}>
          {t('organizations:invitation.home')}
        </Link>
      </div>
    </AuthPage>
  )
}
