import { Alert } from '#/components/ui/alert.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

type OtherAccountProps = {
  viewerEmail: string
  /** The address the invitation was sent to, masked if the user may not see it. */
  email: string
  /** The invitation's URL. */
  returnUrl: string
}

/** Lets the user add the invited account and return to the invitation. */
export function OtherAccount({ viewerEmail, email, returnUrl }: OtherAccountProps) {
  const t = useTranslate()
  return (
    <div className="grid gap-3">
      <Alert variant="warning">
        {t('organizations:invitation.otherAccount', { viewer: viewerEmail, email })}
      </Alert>
      <div className="flex flex-wrap gap-2">
        {/* Full navigations, because loaded data belongs to this account. */}
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
