import { Mail } from 'lucide-react'
import { AuthPage } from '#/components/auth-page.tsx'
import { CodeField } from '#/components/form/code-field.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import type { PendingSecondFactor } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { FactorForm, SignInOver, StartAgain } from './factor-form.tsx'
import { OtherMethods } from './other-methods.tsx'
import { useCodeForm } from './use-code-form.ts'
import { useMailedCode } from './use-mailed-code.ts'

type OtpPageProps = { pending: PendingSecondFactor; redirectTo: string }

/** Mails a code to the address of the account and asks for it. */
export function OtpPage({ pending, redirectTo }: OtpPageProps) {
  const t = useTranslate()
  const form = useCodeForm({
    path: '/two-factor/verify-otp',
    field: 'otp',
    check: (code) => (/^\d{6}$/.test(code) ? undefined : 'two-factor:otp.digits'),
    done: 'two-factor:otp.done',
    redirectTo,
  })
  const mail = useMailedCode(form.startOver)
  const isSpent = form.code === 'security:otpOver'
  const resend =
    mail.secondsLeft > 0
      ? t('two-factor:otp.wait', { seconds: mail.secondsLeft })
      : t('two-factor:otp.resend')
  return (
    <AuthPage
      Icon={Mail}
      title={t('two-factor:otp.title')}
      intro={
        <>
          {t('two-factor:otp.intro')}
          {mail.isSent || mail.isOver ? null : (
            <span className="block">{t('two-factor:otp.where', { email: pending.address })}</span>
          )}
        </>
      }
      footer={<StartAgain redirectTo={redirectTo} />}
    >
      {mail.isOver ? (
        <SignInOver redirectTo={redirectTo} />
      ) : mail.isSent ? (
        <>
          <FactorForm form={form} redirectTo={redirectTo} submit={t('two-factor:otp.submit')}>
            <CodeField
              name="otp"
              label={t('two-factor:otp.code')}
              placeholder={t('two-factor:otp.placeholder')}
              hint={t('two-factor:otp.checkMail', { email: pending.address })}
              error={form.error}
              className="placeholder:text-transparent"
              autoFocus
            />
          </FactorForm>
          {form.isOver ? null : (
            <SendButton
              isPrimary={isSpent}
              sending={mail.sending}
              waits={mail.secondsLeft > 0}
              onClick={() => void mail.send()}
              label={resend}
            />
          )}
        </>
      ) : (
        <SendButton
          isPrimary
          sending={mail.sending}
          waits={mail.secondsLeft > 0}
          onClick={() => void mail.send()}
          label={t('two-factor:otp.send')}
        />
      )}
      <OtherMethods methods={pending.methods} shown="otp" redirectTo={redirectTo} />
    </AuthPage>
  )
}

type SendButtonProps = {
  isPrimary: boolean
  sending: boolean
  waits: boolean
  label: string
  onClick: () => void
}

function SendButton({ isPrimary, sending, waits, label, onClick }: SendButtonProps) {
  const t = useTranslate()
  return (
    <Button
      variant={isPrimary ? 'default' : 'outline'}
      aria-disabled={sending || waits}
      onClick={onClick}
      className="tabular-nums"
    >
      {sending ? (
        <>
          <Spinner />
          {t('two-factor:otp.sending')}
        </>
      ) : (
        label
      )}
    </Button>
  )
}
