import { Link } from '@tanstack/react-router'
import { buttonVariants } from '#/components/ui/button.tsx'
import type { SecondFactorMethod } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { TwoFactorSearch } from './two-factor-search.ts'

type OtherWaysProps = {
  methods: readonly SecondFactorMethod[]
  shown: SecondFactorMethod
  redirectTo: string
}

/** The ways to give the second factor besides the one that is shown. */
export function OtherWays({ methods, shown, redirectTo }: OtherWaysProps) {
  const t = useTranslate()
  const wayBack: TwoFactorSearch = redirectTo === '/dashboard' ? {} : { redirect: redirectTo }
  const others = methods.filter((method) => method !== shown)
  if (others.length === 0) return null
  const look = buttonVariants({ variant: 'outline', className: 'whitespace-normal' })
  return (
    <nav aria-label={t('two-factor:otherWays')} className="grid gap-2 border-t border-border pt-6">
      {others.includes('totp') ? (
        <Link to="/two-factor" search={wayBack} className={look}>
          {t('two-factor:toTotp')}
        </Link>
      ) : null}
      {others.includes('otp') ? (
        <Link to="/two-factor/otp" search={wayBack} className={look}>
          {t('two-factor:toEmail')}
        </Link>
      ) : null}
      {others.includes('backupCode') ? (
        <Link to="/two-factor" search={{ ...wayBack, method: 'backupCode' }} className={look}>
          {t('two-factor:toBackupCode')}
        </Link>
      ) : null}
    </nav>
  )
}
