import { Link } from '@tanstack/react-router'
import { Check, Mail, MailCheck, Unlink } from 'lucide-react'
import { buttonVariants } from '#/components/ui/button.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { AuthPage, textLink } from '#/components/auth-page.tsx'
import { ResendForm } from './resend-form.tsx'

type VerifyEmailPageProps = {
  /** `pending`: this link verified no address. */
  state: 'verified' | 'expired' | 'pending'
  viewer: Viewer | null
  /** The page from which the link was requested. */
  redirectTo?: string
  /** The first of the two links that change an address. */
  isFirstOfTwo?: boolean
}

/** The page of a verification link: verified, a second link to open, or expired with a form for a new one. */
export function VerifyEmailPage({ state, viewer, redirectTo, isFirstOfTwo = false }: VerifyEmailPageProps) {
  const t = useTranslate()
  if (isFirstOfTwo) return state === 'expired' ? <ChangeIsOver /> : <OneMoreLink />
  if (state === 'verified') {
    return (
      <AuthPage
        Icon={Check}
        title={t('sign-in:verifyEmail.successTitle')}
        intro={t('sign-in:verifyEmail.successText')}
      >
        {viewer ? (
          // The return URL may have a query, so it is not a route path.
          <a href={redirectTo ?? '/dashboard'} className={buttonVariants()}>
            {redirectTo === undefined ? t('sign-in:verifyEmail.continue') : t('sign-in:verifyEmail.back')}
          </a>
        ) : (
          <Link to="/login" search={{ redirect: redirectTo }} className={buttonVariants()}>
            {t('sign-in:verifyEmail.login')}
          </Link>
        )}
      </AuthPage>
    )
  }
  const isExpired = state === 'expired'
  return (
    <AuthPage
      Icon={isExpired ? Unlink : Mail}
      title={isExpired ? t('sign-in:verifyEmail.expiredTitle') : t('sign-in:verifyEmail.title')}
      intro={isExpired ? t('sign-in:verifyEmail.expiredText') : t('sign-in:verifyEmail.pendingText')}
      footer={
        <Link to={viewer ? '/dashboard' : '/login'} className={textLink}>
          {viewer ? t('sign-in:verifyEmail.continue') : t('sign-in:forgot.back')}
        </Link>
      }
    >
      <ResendForm email={viewer?.email} redirectTo={redirectTo} />
    </AuthPage>
  )
}

function OneMoreLink() {
  const t = useTranslate()
  return (
    <AuthPage Icon={MailCheck} title={t('sign-in:changeEmail.title')} intro={t('sign-in:changeEmail.text')}>
      <p className="text-muted-foreground">{t('sign-in:changeEmail.hint')}</p>
    </AuthPage>
  )
}

/** Such a link can only be requested again in the settings. */
function ChangeIsOver() {
  const t = useTranslate()
  return (
    <AuthPage
      Icon={Unlink}
      title={t('sign-in:verifyEmail.expiredTitle')}
      intro={t('sign-in:changeEmail.over')}
    >
      <Link to="/dashboard/settings" className={buttonVariants()}>
        {t('sign-in:changeEmail.settings')}
      </Link>
    </AuthPage>
  )
}
