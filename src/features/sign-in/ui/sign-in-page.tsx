import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { AuthPage, textLink } from '#/components/auth-page.tsx'
import { TextField } from '#/components/form/field.tsx'
import { Form } from '#/components/form/form.tsx'
import { PasswordField } from '#/components/form/password-field.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { FieldSeparator } from '#/components/ui/field.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import type { BanNotice } from '#/core/auth/administration/ban-notice.ts'
import type { ProviderStates } from '#/core/auth/providers/providers.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { rememberMethod } from './last-method.ts'
import { LastUsed, useLastMethod } from './last-used.tsx'
import { useAuthForm } from './use-auth-form.ts'
import { searchOf, secondFactorAddress, type SignInTarget } from './sign-in-target.ts'
import { usePasskey } from './use-passkey.ts'

type SignInPageProps = {
  target: SignInTarget
  email?: string
  providers: ProviderStates
  /** The error of a failed sign-in with a provider. */
  failure?: TranslationKey
  /** The session of this browser has ended elsewhere. */
  hasEnded?: boolean
}

/** All first factors: email and password, passkey, providers. */
export function SignInPage({ target, email, providers, failure, hasEnded = false }: SignInPageProps) {
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
      {hasEnded ? <Alert variant="info">{t('sign-in:signIn.ended')}</Alert> : null}
      {failure === undefined ? null : <ProviderFailure failure={failure} />}
      <div className="grid gap-3 noscript:hidden">
        <PasskeyButton redirectTo={target.redirectTo} />
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

/**
 * Signs in with a passkey, without password and second factor. The browser also offers it as autofill of the
 * email field.
 */
function PasskeyButton({ redirectTo }: { redirectTo: string }) {
  const t = useTranslate()
  // A full navigation: no data of the visitor stays for the session.
  const { ask, asking, failure } = usePasskey(() => {
    rememberMethod('passkey')
    location.assign(redirectTo)
  })
  const hint = useLastMethod() === 'passkey' ? t('sign-in:lastUsed') : undefined
  return (
    <>
      {failure === undefined ? null : <Alert variant="destructive">{failure}</Alert>}
      <Button
        variant="outline"
        aria-description={hint}
        aria-disabled={asking}
        className="relative"
        onClick={() => void ask()}
      >
        {asking ? <Spinner /> : <KeyRound className="size-4" strokeWidth={1.75} aria-hidden="true" />}
        {hint ? <LastUsed /> : null}
        {asking ? t('sign-in:signIn.passkeyPending') : t('sign-in:signIn.passkey')}
      </Button>
    </>
  )
}
