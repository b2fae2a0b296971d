import { Link } from '@tanstack/react-router'
import { Alert } from '#/components/ui/alert.tsx'
import { buttonClass } from '#/components/ui/button.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { AuthPage } from '#/components/auth-page.tsx'
import { ResendForm } from './resend-form.tsx'

type VerifyEmailPageProps = {
  failed: boolean
  viewer: Viewer | null
  /** The link was the first of the two that change an address. */
  isFirstOfTwo?: boolean
}

/** Where the mailed link ends: verified, one more to open, or over with the way to a new one. */
export function VerifyEmailPage({ failed, viewer, isFirstOfTwo = false }: VerifyEmailPageProps) {
  const t = useTranslate()
  if (isFirstOfTwo) return failed ? <ChangeIsOver /> : <OneMoreLink />
  if (!failed) {
    return (
      <AuthPage title={t('sign-in:verifyEmail.successTitle')}>
        <Alert kind="success">{t('sign-in:verifyEmail.successText')}</Alert>
        <Link to={viewer ? '/dashboard' : '/login'} className={buttonClass()}>
          {viewer ? t('sign-in:verifyEmail.continue') : t('sign-in:verifyEmail.login')}
        </Link>
      </AuthPage>
    )
  }
  return (
    <AuthPage title={t('sign-in:verifyEmail.expiredTitle')} intro={t('sign-in:verifyEmail.expiredText')}>
      <ResendForm email={viewer?.email} />
    </AuthPage>
  )
}

function OneMoreLink() {
  const t = useTranslate()
  return (
    <AuthPage title={t('sign-in:changeEmail.title')}>
      <Alert kind="info">{t('sign-in:changeEmail.text')}</Alert>
      <p className="text-muted">{t('sign-in:changeEmail.hint')}</p>
    </AuthPage>
  )
}

/** Only the settings can send a link of this kind again. */
function ChangeIsOver() {
  const t = useTranslate()
  return (
    <AuthPage title={t('sign-in:verifyEmail.expiredTitle')} intro={t('sign-in:changeEmail.over')}>
      <Link to="/dashboard/settings" className={buttonClass()}>
        {t('sign-in:changeEmail.settings')}
      </Link>
    </AuthPage>
  )
}
