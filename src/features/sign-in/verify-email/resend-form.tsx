import { useState } from 'react'
import { TextField } from '#/components/form/field.tsx'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { useTranslate } from '@plinth/core/texts'
import { useAuthForm } from '../ui/use-auth-form.ts'

type ResendFormProps = {
  email: string | undefined
  /** Where the new link leads. */
  redirectTo?: string
  /** Something else on the page is meant first. */
  isSecond?: boolean
}

/** Requests a new verification link. The message doesn't reveal whether the address is known. */
export function ResendForm({ email, redirectTo = '/verify-email', isSecond }: ResendFormProps) {
  const t = useTranslate()
  const [sentTo, setSentTo] = useState<string>()
  const form = useAuthForm({
    path: '/send-verification-email',
    toBody: (fields) => ({ email: fields.get('email'), callbackURL: redirectTo }),
    onDone: (_answer, fields) => setSentTo(fields.get('email') as string),
    focusOnFailure: 'email',
  })
  return (
    <Form method="post" {...form.handlers} className="grid gap-5">
      {form.message ? <Alert variant="destructive">{form.message}</Alert> : null}
      <TextField
        name="email"
        type="email"
        required
        autoComplete="email"
        label={t('sign-in:fields.email')}
        placeholder={t('sign-in:fields.emailPlaceholder')}
        defaultValue={email}
        error={form.errorOf('email')}
      />
      <SubmitButton
        variant={isSecond ? 'outline' : 'default'}
        pending={form.pending}
        pendingLabel={t('verify-email:page.resending')}
      >
        {t('verify-email:page.resend')}
      </SubmitButton>
      {sentTo === undefined || form.message ? null : (
        <Alert variant="success">{t('verify-email:page.sent', { email: sentTo })}</Alert>
      )}
    </Form>
  )
}
