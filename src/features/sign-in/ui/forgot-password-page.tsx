import { Link } from '@tanstack/react-router'
import { LockKeyhole, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { TextField } from '#/components/form/field.tsx'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { AuthPage, textLink } from '#/components/auth-page.tsx'
import { useAuthForm } from './use-auth-form.ts'

/** Mails a reset link. The message is the same for known and unknown addresses. */
export function ForgotPasswordPage() {
  const t = useTranslate()
  const [sentTo, setSentTo] = useState<string>()
  const form = useAuthForm({
    path: '/request-password-reset',
    toBody: (fields) => ({ email: fields.get('email') }),
    onDone: (_answer, fields) => setSentTo(fields.get('email') as string),
    focusOnFailure: 'email',
  })
  const back = (
    <Link to="/login" className={textLink}>
      {t('sign-in:forgot.back')}
    </Link>
  )
  if (sentTo !== undefined) {
    return (
      <AuthPage isNews Icon={MailCheck} title={t('sign-in:forgot.sentTitle')} footer={back}>
        <p className="text-pretty wrap-anywhere">{t('sign-in:forgot.spamHint', { email: sentTo })}</p>
        <Button variant="outline" onClick={() => setSentTo(undefined)}>
          {t('sign-in:forgot.again')}
        </Button>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      Icon={LockKeyhole}
      title={t('sign-in:forgot.title')}
      intro={t('sign-in:forgot.intro')}
      footer={back}
    >
      <Form method="post" {...form.handlers} className="grid gap-5">
        {form.message ? <Alert variant="destructive">{form.message}</Alert> : null}
        <TextField
          name="email"
          type="email"
          autoComplete="email"
          required
          label={t('sign-in:fields.email')}
          placeholder={t('sign-in:forgot.placeholder')}
          error={form.errorOf('email')}
        />
        <SubmitButton pending={form.pending} pendingLabel={t('sign-in:forgot.pending')}>
          {t('sign-in:forgot.submit')}
        </SubmitButton>
      </Form>
    </AuthPage>
  )
}
