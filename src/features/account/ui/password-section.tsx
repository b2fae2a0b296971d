import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { SettingsSection } from '#/components/settings-section.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { useMay } from '@plinth/core/access'
import { securityAccess } from '@plinth/core/auth'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { reauthenticationMethods } from './account-queries.ts'
import { PasswordForm } from './password-form.tsx'

/** Changes the password. Users without one get a link to set one by mail. */
export function PasswordSection() {
  const { t, language } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const [hasEndedOthers, setEndedOthers] = useState(false)
  // Nearly all users have one, so the button doesn't wait for the response.
  const { data, refetch } = useQuery(reauthenticationMethods)
  const hasPassword = data?.methods.includes('password') !== false
  if (!useMay(securityAccess.changePassword)) return null
  const changed = data?.passwordSetAt ? (
    <>
      {t('account:password.changed')} <TimeAgo at={new Date(data.passwordSetAt)} language={language} />
    </>
  ) : null
  return (
    <SettingsSection
      title={t('account:password.title')}
      // The room of the line is kept while it loads.
      text={hasPassword ? (changed ?? '\u00A0') : t('account:password.none')}
      summary={hasPassword ? changed : t('app:settings.none')}
      action={
        isOpen ? null : hasPassword ? (
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {t('account:password.submit')}
          </Button>
        ) : (
          <Link to="/forgot-password" className={buttonVariants({ variant: 'outline', size: 'sm' })}>
            {t('account:password.set')}
          </Link>
        )
      }
    >
      {isOpen ? (
        <PasswordForm
          onDone={(endedOthers) => {
            setEndedOthers(endedOthers)
            setOpen(false)
            void refetch()
          }}
          onCancel={() => setOpen(false)}
        />
      ) : hasEndedOthers ? (
        <OtherMethodsReminder />
      ) : null}
    </SettingsSection>
  )
}

/** Other ways to sign in, such as passkeys, still work after a change of the password. */
function OtherMethodsReminder() {
  const t = useTranslate()
  const { data } = useQuery(reauthenticationMethods)
  if (!data || data.methods.length < 2) return null
  return (
    <Alert variant="info">
      {t('account:password.othersStay')}{' '}
      <Link
        to="/dashboard/settings-enhanced"
        search={{ tab: 'security' }}
        className="font-medium underline underline-offset-2"
      >
        {t('account:password.reviewOthers')}
      </Link>
    </Alert>
  )
}
