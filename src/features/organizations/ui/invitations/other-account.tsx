import { Alert } from '#/components/ui/alert.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

type OtherAccountProps = {
  viewerEmail: string
  /** The address the invitation was sent to, masked where it may not be told. */
  email: string
  /** Back to the invitation. */
  returnUrl: string
}

/** The invited account signs in next to this one, and the browser returns to the invitation with it. */
export function OtherAccount({ viewerEmail, email, returnUrl }: OtherAccountProps) {
  const t = useTranslate()
  return (
    <div className="grid gap-3">
      <Alert variant="warning">
        {t('organizations:invitation.otherAccount', { viewer: viewerEmail, email })}
      </Alert>
      <div className="flex flex-wrap gap-2">
        {/* Full navigations: nothing loaded for this account stays for the other. */}
        <a
          href={`/login?${new URLSearchParams({ add: '1', redirect: returnUrl })}`}
          className={buttonVariants()}
        >
          {t('organizations:invitation.addAccount')}
        </a>
        <a href="/dashboard" className={buttonVariants({ variant: 'outline' })}>
          {t('organizations:issue.dashboard')}
        </a>
      </div>
    </div>
  )
}
