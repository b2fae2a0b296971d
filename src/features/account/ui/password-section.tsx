import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SettingsSection } from '#/components/settings-section.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useMay } from '#/core/access/react.tsx'
import { securityAccess } from '#/core/auth/security/security.access.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { twoFactorState } from './account-queries.ts'
import { PasswordForm, type StrengthHint } from './password-form.tsx'

/** Another password; who has none yet is led to the mail that sets one. */
export function PasswordSection({ Strength }: { Strength: StrengthHint }) {
  const t = useTranslate()
  // Nearly everybody has one, so the form does not wait to be told.
  const { data } = useQuery(twoFactorState)
  if (!useMay(securityAccess.changePassword)) return null
  return (
    <SettingsSection title={t('account:password.title')} text={t('account:password.text')}>
      {data?.hasPassword === false ? <NoPassword /> : <PasswordForm Strength={Strength} />}
    </SettingsSection>
  )
}

function NoPassword() {
  const t = useTranslate()
  return (
    <>
      <p>{t('account:password.none')}</p>
      <div>
        <Link to="/forgot-password" className={buttonVariants({ variant: 'outline' })}>
          {t('account:password.set')}
        </Link>
      </div>
    </>
  )
}
