import { Link } from '@tanstack/react-router'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

type WayInProps = {
  /** Back to the invitation. */
  way: string
  /** The address it was sent to, where it may be told. */
  email: string | undefined
}

/** For who is not signed in: an account first, then back to the invitation. */
export function WayIn({ way, email }: WayInProps) {
  const t = useTranslate()
  const search = { redirect: way, ...(email !== undefined && { email }) }
  return (
    <div className="grid gap-3">
      <p>{t('organizations:invitation.wayIn')}</p>
      <div className="flex flex-wrap gap-2">
        <Link to="/register" search={search} className={buttonVariants()}>
          {t('organizations:invitation.signUp')}
        </Link>
        <Link to="/login" search={search} className={buttonVariants({ variant: 'outline' })}>
          {t('organizations:invitation.signIn')}
        </Link>
      </div>
    </div>
  )
}
