import { Alert } from '#/components/ui/alert.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

type OtherAccountProps = {
  viewerEmail: string
  /** The address the invitation was sent to, masked where it may not be told. */
  email: string
  /** Back to the invitation. */
  way: string
}

/**
 * For who is signed in with another account: the right one is signed in beside it, and the person comes back
 * with that.
 */
export function OtherAccount({ viewerEmail, email, way }: OtherAccountProps) {
  const t = useTranslate()
  return (
    <div className="grid gap-3">
      <Alert kind="warning">
        {t('organizations:invitation.otherAccount', { viewer: viewerEmail, email })}
      </Alert>
      <div className="flex flex-wrap gap-2">
        {/* Whole navigations: nothing that was loaded for this account stays for the other. */}
        <a href={`/login?${new URLSearchParams({ add: '1', redirect: way })}`} className={buttonVariants()}>
          {t('organizations:invitation.addAccount')}
        </a>
        <a href="/dashboard" className={buttonVariants({ variant: 'outline' })}>
          {t('organizations:issue.dashboard')}
        </a>
      </div>
    </div>
  )
}
