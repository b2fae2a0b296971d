import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { AuthPage } from '#/components/auth-page.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import type { Viewer } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'

type VerifiedProps = {
  viewer: Viewer | null
  redirectTo?: string
  /** It has just happened on this page. */
  isNews?: boolean
  /** Instead of the usual sentence. */
  text?: string
  /** What became of the session that signed up, if this browser has another one or none. */
  elsewhere?: string
}

/** Says that the address is verified, and leads on. */
export function Verified({ viewer, redirectTo, isNews, text, elsewhere }: VerifiedProps) {
  const t = useTranslate()
  const said = text ?? t('verify-email:page.successText')
  return (
    <AuthPage
      isNews={isNews}
      Icon={Check}
      title={t('verify-email:page.successTitle')}
      intro={elsewhere === undefined ? said : `${said} ${elsewhere}`}
    >
      {viewer ? (
        // A full navigation: the viewer that this page knows may be stale, and the return URL have a query.
        <a href={redirectTo ?? '/dashboard'} className={buttonVariants()}>
          {redirectTo === undefined ? t('verify-email:page.continue') : t('verify-email:page.back')}
        </a>
      ) : (
        <Link to="/login" search={{ redirect: redirectTo }} className={buttonVariants()}>
          {t('verify-email:page.login')}
        </Link>
      )}
    </AuthPage>
  )
}
