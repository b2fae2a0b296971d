import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { AuthPage, textLink } from '#/components/auth-page.tsx'
import { TextField } from '#/components/form/field.tsx'
import { Form } from '#/components/form/form.tsx'
import { PasswordField } from '#/components/form/password-field.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { FieldSeparator } from '#/components/ui/field.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import type { BanNotice } from '#/core/auth/administration/ban-notice.ts'
import type { ProviderStates } from '#/core/auth/providers/providers.ts'
import type { FeatureSignIn } from '#/core/feature.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { MethodButton, rememberMethod } from './method-button.tsx'
import { useAuthForm } from './use-auth-form.ts'
import { pathOf, searchOf, secondFactorAddress, type SignInTarget } from './sign-in-target.ts'

type SignInPageProps = {
  target: SignInTarget
  email?: string
  methods: readonly FeatureSignIn[]
  providers: ProviderStates
  /** The error of a failed sign-in with a provider. */
  failure?: TranslationKey
}

/** All first factors: email and password, and what features bring. */
export function SignInPage({ target, email, methods, providers, failure }: SignInPageProps) {
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
      {failure === undefined ? null : <ProviderFailure failure={failure} />}
      <div className="grid gap-3 noscript:hidden">
        {methods.map(({ order, Buttons }) => (
          <Buttons
            key={order}
            redirectTo={target.redirectTo}
            page={pathOf('/login', target)}
            isRemembered={() => remember.current?.checked ?? true}
            remember={rememberMethod}
            MethodButton={MethodButton}
          />
        ))}
        <ProviderButtons
          providers={providers}
          target={target}
          page="/login"
          isRemembered={() => remember.current?.checked ?? true}
        />
      </div>
      <FieldSeparator>{t('sign-in:or')}</FieldSeparator>
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
    onDone: ({ needsSecondFactor }) => {
      rememberMethod('password')
      location.assign(needsSecondFactor ? secondFactorAddress(target) : target.redirectTo)
    },
    focusOnFailure: 'password',
  })

  return (
    <Form method="post" {...form.handlers} className="grid gap-4">
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

/** Why a sign-in with a provider failed; for a banned user with reason and end, from a cookie. */
function ProviderFailure({ failure }: { failure: TranslationKey }) {
  const t = useTranslate()
  const [ban, setBan] = useState<BanNotice>()
  useEffect(() => {
    if (failure === 'providers:failure.banned') void readNotice().then(setBan)
  }, [failure])
  return (
    <Alert variant="destructive">
      {ban ? t(ban.until === undefined ? 'errors:bannedForGood' : 'errors:banned', ban) : t(failure)}
    </Alert>
  )
}

/** Loaded on demand, because few users need it. */
async function readNotice(): Promise<BanNotice | undefined> {
  const code = await import('#/core/auth/administration/ban-notice.ts').catch(() => undefined)
  return code?.readBanNotice(document.cookie)
}
