import { Link } from '@tanstack/react-router'
import { useRef, type RefObject } from 'react'
import { AuthPage, textLink } from '#/components/auth-page.tsx'
import { TextField } from '#/components/form/field.tsx'
import { Form } from '#/components/form/form.tsx'
import { PasswordField } from '#/components/form/password-field.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import type { SessionEnd } from '@plinth/core/auth/server'
import { useTranslate } from '@plinth/core/texts'
import { rememberMethod } from './last-method.ts'
import { OtherMethods, type OtherMethodsProps } from './other-methods.tsx'
import { useAuthForm } from './use-auth-form.ts'
import { searchOf, type SignInTarget } from './sign-in-target.ts'

type SignInPageProps = OtherMethodsProps & {
  target: SignInTarget
  email?: string
  /** The session of this browser has ended elsewhere, and why if there is more to say. */
  ended: SessionEnd | 'somehow' | undefined
}

const endings = {
  somehow: 'sign-in:signIn.ended',
  verifiedElsewhere: 'sign-in:signIn.endedVerifiedElsewhere',
  disowned: 'sign-in:signIn.endedDisowned',
} as const

/** All first factors: email and password, and what features bring. */
export function SignInPage({ target, email, ended, ...others }: SignInPageProps) {
  const t = useTranslate()
  const remember = useRef<HTMLInputElement>(null)
  return (
    <AuthPage
      title={target.isFurther ? t('sign-in:signIn.addTitle') : t('sign-in:signIn.title')}
      intro={target.isFurther ? t('sign-in:signIn.addIntro') : t('sign-in:signIn.intro')}
      footer={
        <>
          {t('sign-in:signIn.noAccount')}{' '}
          <Link
            to="/register"
            search={{ ...searchOf(target), ...(email !== undefined && { email }) }}
            className={textLink}
          >
            {t('sign-in:signIn.register')}
          </Link>
        </>
      }
    >
      {ended === undefined ? null : <Alert variant="info">{t(endings[ended])}</Alert>}
      <OtherMethods
        {...others}
        page="/login"
        target={target}
        isRemembered={() => remember.current?.checked ?? true}
      />
      <PasswordForm target={target} email={email} remember={remember} />
    </AuthPage>
  )
}

type PasswordFormProps = {
  target: SignInTarget
  email: string | undefined
  remember: RefObject<HTMLInputElement | null>
}

/** Uses the browser's form without a form library, because every visitor loads this page. */
function PasswordForm({ target, email, remember }: PasswordFormProps) {
  const t = useTranslate()
  const form = useAuthForm({
    path: '/sign-in/email',
    toBody: (fields) => ({
      email: fields.get('email'),
      password: fields.get('password'),
      rememberMe: fields.has('remember'),
    }),
    // A full navigation: no data of the visitor stays for the session.
    onDone: ({ continuesAt }) => {
      rememberMethod('password')
      location.assign(
        continuesAt === undefined
          ? target.redirectTo
          : `${continuesAt}?${new URLSearchParams({ redirect: target.redirectTo })}`,
      )
    },
    focusOnFailure: 'password',
  })

  return (
    <Form method="post" {...form.handlers} className="grid gap-5">
      {form.message ? <Alert variant="destructive">{form.message}</Alert> : null}
      <TextField
        name="email"
        type="email"
        autoComplete="username webauthn"
        required
        label={t('sign-in:fields.email')}
        placeholder={t('sign-in:fields.emailPlaceholder')}
        defaultValue={email}
        error={form.errorOf('email')}
      />
      <PasswordField
        name="password"
        autoComplete="current-password"
        required
        label={t('sign-in:fields.password')}
        aside={
          <Link to="/forgot-password" className={textLink}>
            {t('sign-in:signIn.forgot')}
          </Link>
        }
        showLabel={t('sign-in:fields.showPassword')}
        hideLabel={t('sign-in:fields.hidePassword')}
        error={form.errorOf('password')}
      />
      <label className="flex cursor-pointer items-center gap-2.5 justify-self-start">
        <Checkbox ref={remember} id="remember" name="remember" defaultChecked />
        {t('sign-in:fields.remember')}
      </label>
      <SubmitButton pending={form.pending} pendingLabel={t('sign-in:signIn.pending')}>
        {t('sign-in:signIn.submit')}
      </SubmitButton>
    </Form>
  )
}
