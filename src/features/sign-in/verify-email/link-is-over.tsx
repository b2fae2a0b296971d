import { Link } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import { AuthPage } from '#/components/auth-page.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'

type LinkIsOverProps = {
  /** A change of the address, which only the settings request again. */
  isChange: boolean
  /** It ended while its page was open. */
  isNews?: boolean
}

/** Says that a mailed link no longer works, and leads to a new one. */
export function LinkIsOver({ isChange, isNews }: LinkIsOverProps) {
  const t = useTranslate()
  return (
    <AuthPage
      isNews={isNews}
      Icon={Unlink}
      title={t('verify-email:page.expiredTitle')}
      intro={isChange ? t('verify-email:change.over') : t('verify-email:page.expiredText')}
    >
      {isChange ? (
        <Link to="/dashboard/settings" className={buttonVariants()}>
          {t('verify-email:change.settings')}
        </Link>
      ) : (
        <Link to="/verify-email" reloadDocument className={buttonVariants()}>
          {t('verify-email:page.resend')}
        </Link>
      )}
    </AuthPage>
  )
}
