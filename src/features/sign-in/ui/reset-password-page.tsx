import { Link } from '@tanstack/react-router'
import { Check, LockKeyhole, Unlink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Form } from '#/components/form/form.tsx'
import { PasswordField } from '#/components/form/password-field.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { AuthPage, textLink } from '#/components/auth-page.tsx'
import { PasswordStrength } from '#/components/form/password-strength.tsx'
import { useAuthForm } from './use-auth-form.ts'

const mismatch = { code: 'errors:passwordMismatch', field: 'passwordConfirmation', params: {} } as const

/** The page of the mailed link: sets a new password, or requests a new link when it is expired or missing. */
export function ResetPasswordPage({ token }: { token: string | undefined }) {
  const t = useTranslate()
  // Only kept in memory: the address bar and the history must not hold the token.
  const [kept] = useState(token)
  const [password, setPassword] = useState('')
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (location.search) history.replaceState(history.state, '', location.pathname)
  }, [])
  const form = useAuthForm({
    path: '/reset-password',
    toBody: (fields) =>
      fields.get('password') === fields.get('passwordConfirmation')
        ? { newPassword: fields.get('password'), token: kept }
        : mismatch,
    onDone: () => setDone(true),
    focusOnFailure: 'password',
  })
  if (done) {
    return (
      <AuthPage isNews Icon={Check} title={t('sign-in:reset.doneTitle')} intro={t('sign-in:reset.doneText')}>
        {/* All sessions are revoked, including this browser's, so this is a full navigation. */}
        <a href="/login" className={buttonVariants()}>
          {t('sign-in:signIn.title')}
        </a>
      </AuthPage>
    )
  }
  const back = (
    <Link to="/login" className={textLink}>
      {t('sign-in:forgot.back')}
    </Link>
  )
  if (!kept || form.code === 'sign-in:errors.linkOver') {
    return (
      <AuthPage
        Icon={Unlink}
        title={t('sign-in:reset.overTitle')}
        intro={t('sign-in:reset.overText')}
        footer={back}
      >
        <Link to="/forgot-password" className={buttonVariants()}>
          {t('sign-in:reset.newLink')}
        </Link>
      </AuthPage>
    )
  }
  const show = { showLabel: t('sign-in:fields.showPassword'), hideLabel: t('sign-in:fields.hidePassword') }
  return (
    <AuthPage
      Icon={LockKeyhole}
      title={t('sign-in:reset.title')}
      intro={t('sign-in:reset.intro')}
      footer={back}
    >
      <Form method="post" {...form.handlers} className="grid gap-5">
        {form.message ? <Alert variant="destructive">{form.message}</Alert> : null}
        <div className="grid gap-2">
          <PasswordField
            {...show}
            name="password"
            autoComplete="new-password"
            required
            label={t('sign-in:reset.password')}
            hint={t('sign-in:signUp.passwordHint')}
            error={form.errorOf('password')}
            onChange={(event) => setPassword(event.target.value)}
          />
          <PasswordStrength password={password} />
        </div>
        <PasswordField
          {...show}
          name="passwordConfirmation"
          autoComplete="new-password"
          required
          label={t('sign-in:reset.confirmation')}
          error={form.errorOf('passwordConfirmation')}
        />
        <SubmitButton pending={form.pending} pendingLabel={t('sign-in:reset.pending')}>
          {t('sign-in:reset.submit')}
        </SubmitButton>
      </Form>
    </AuthPage>
  )
}
