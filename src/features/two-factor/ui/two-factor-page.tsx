import { LifeBuoy, Smartphone } from 'lucide-react'
import { AuthPage } from '#/components/auth-page.tsx'
import { CodeField } from '#/components/form/code-field.tsx'
import { TextField } from '#/components/form/field.tsx'
import type { PendingSecondFactor } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { FactorForm, StartAgain } from './factor-form.tsx'
import { OtherMethods } from './other-methods.tsx'
import { useCodeForm } from './use-code-form.ts'

type TwoFactorPageProps = { pending: PendingSecondFactor; method: 'totp' | 'backupCode'; redirectTo: string }

/** Asks for the code of the authenticator app, or for a backup code, and names the other methods. */
export function TwoFactorPage({ pending, method, redirectTo }: TwoFactorPageProps) {
  const t = useTranslate()
  const isBackup = method === 'backupCode'
  return (
    <AuthPage
      Icon={isBackup ? LifeBuoy : Smartphone}
      title={isBackup ? t('two-factor:backupCode.title') : t('two-factor:totp.title')}
      intro={isBackup ? t('two-factor:backupCode.intro') : t('two-factor:totp.intro')}
      footer={<StartAgain redirectTo={redirectTo} />}
    >
      {isBackup ? <BackupCodeForm redirectTo={redirectTo} /> : <TotpForm redirectTo={redirectTo} />}
      <OtherMethods methods={pending.methods} shown={method} redirectTo={redirectTo} />
    </AuthPage>
  )
}

function TotpForm({ redirectTo }: { redirectTo: string }) {
  const t = useTranslate()
  const form = useCodeForm({
    path: '/two-factor/verify-totp',
    field: 'totpCode',
    check: (code) => (/^\d{6}$/.test(code) ? undefined : 'security:totpDigits'),
    done: 'two-factor:totp.done',
    redirectTo,
  })
  return (
    <FactorForm form={form} redirectTo={redirectTo} submit={t('two-factor:totp.submit')}>
      <CodeField
        name="totpCode"
        label={t('two-factor:totp.code')}
        placeholder={t('two-factor:totp.placeholder')}
        hint={t('two-factor:totp.hint')}
        error={form.error}
        className="placeholder:text-transparent"
        autoFocus
      />
    </FactorForm>
  )
}

function BackupCodeForm({ redirectTo }: { redirectTo: string }) {
  const t = useTranslate()
  const form = useCodeForm({
    path: '/two-factor/verify-backup-code',
    field: 'backupCode',
    check: (code) => (code.trim() === '' ? 'errors:required' : undefined),
    done: 'two-factor:totp.done',
    redirectTo,
  })
  return (
    <FactorForm form={form} redirectTo={redirectTo} submit={t('two-factor:backupCode.submit')}>
      <TextField
        name="backupCode"
        label={t('two-factor:backupCode.code')}
        hint={t('two-factor:backupCode.hint')}
        error={form.error}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        className="font-mono"
      />
    </FactorForm>
  )
}
