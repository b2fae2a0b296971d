import { Link } from '@tanstack/react-router'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

type SignInFirstProps = {
  /** The invitation's URL. */
  returnUrl: string
  /** The address it was sent to, if the visitor may see it. */
  email: string | undefined
}

export function SignInFirst({ returnUrl, email }: SignInFirstProps) {
  const t = useTranslate()
  const search = { redirect: returnUrl, ...(email !== undefined && { email }) }
  return (
    <div className="grid gap-3">
      <p>{t('organizations:invitation.signInFirst')}</p>
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
