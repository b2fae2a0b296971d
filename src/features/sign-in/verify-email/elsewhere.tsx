import { MailQuestion, UserX } from 'lucide-react'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { AuthPage } from '#/components/auth-page.tsx'
import { useConfirm } from '#/components/dialog/use-confirm.tsx'
import { Form } from '#/components/form/form.tsx'
import { PasswordField } from '#/components/form/password-field.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { Moment } from '#/components/time-ago.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import type { ShownLink } from '@plinth/core/auth/server'
import type { Viewer } from '@plinth/core/access'
import { type TranslationKey, useI18n, useTranslate } from '@plinth/core/texts'
import type { WireError } from '@plinth/core/page'
import type { useLinkPost } from './use-link-post.ts'

type Open = Extract<ShownLink, { state: 'open' }>
type SignUp = NonNullable<Open['signUp']>
type ElsewhereProps = {
  link: Pick<Open, 'purpose' | 'address'> & { signUp: SignUp }
  viewer: Viewer | null
  posting: ReturnType<typeof useLinkPost>
  /** Ends the sign-up. Undefined where the account belongs to another address. */
  disown: (() => Promise<WireError | undefined>) | undefined
}

/**
 * The link opened in a browser that is not signed in to the account: says who signed up, and asks for the
 * password, without which that session ends.
 */
export function Elsewhere({ link: { purpose, address, signUp }, viewer, posting, disown }: ElsewhereProps) {
  const t = useTranslate()
  const [isDisowned, setDisowned] = useState(false)
  const { email } = signUp
  if (isDisowned)
    return (
      <AuthPage
        isNews
        Icon={UserX}
        title={t('verify-email:link.notMeDoneTitle')}
        intro={t('verify-email:link.notMeDone', { email })}
      />
    )
  const { refusal } = posting
  return (
    <AuthPage
      isLong
      Icon={MailQuestion}
      title={t('verify-email:page.title')}
      intro={
        purpose === 'verify'
          ? t('verify-email:link.intro', { email })
          : t('verify-email:link.introChange', { email, address })
      }
    >
      <Facts signUp={signUp} />
      {viewer ? (
        <Alert variant="info">{t('verify-email:link.otherAccount', { email: viewer.email })}</Alert>
      ) : null}
      {refusal && refusal.field !== 'password' ? (
        <Alert variant="destructive">{t(refusal.code as TranslationKey, refusal.params)}</Alert>
      ) : null}
      {signUp.hasPassword ? <ByPassword email={email} posting={posting} /> : null}
      <WithoutPassword isOnly={!signUp.hasPassword} posting={posting} />
      {disown ? <NotMe email={email} disown={disown} onDisowned={() => setDisowned(true)} /> : null}
    </AuthPage>
  )
}

function Facts({ signUp: { name, at, browser, system, ip } }: { signUp: SignUp }) {
  const { t, language } = useI18n()
  return (
    <dl className="divide-y divide-border rounded-xl border border-border bg-card">
      {name === null ? null : <Fact name={t('verify-email:link.name')}>{name}</Fact>}
      <Fact name={t('verify-email:link.at')}>
        <Moment at={at} language={language} />
      </Fact>
      {browser && system ? (
        <Fact name={t('verify-email:link.device')}>{t('security:session.device', { browser, system })}</Fact>
      ) : null}
      {ip === null ? null : <Fact name={t('verify-email:link.ip')}>{ip}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 px-4 py-2.5">
      <dt className="shrink-0 text-muted-foreground">{name}</dt>
      <dd className="min-w-0 text-right font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

type Posting = Pick<ElsewhereProps, 'posting'>

function ByPassword({ email, posting: { pending, refusal, post } }: Posting & { email: string }) {
  const t = useTranslate()
  const [isMissing, setMissing] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('password')
    if (!(field instanceof HTMLInputElement)) return
    setMissing(field.value === '')
    if (field.value !== '') await post({ email, password: field.value })
    field.focus()
  }
  const wrong = refusal?.field === 'password' ? t(refusal.code as TranslationKey, refusal.params) : undefined
  return (
    <Form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      {/* For password managers. */}
      <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        name="password"
        autoComplete="current-password"
        label={t('verify-email:link.password')}
        hint={t('verify-email:link.passwordHint')}
        showLabel={t('sign-in:fields.showPassword')}
        hideLabel={t('sign-in:fields.hidePassword')}
        error={isMissing ? t('errors:required') : wrong}
        required
      />
      <SubmitButton pending={pending === 'password'} pendingLabel={t('verify-email:page.verifying')}>
        {t('verify-email:link.submit')}
      </SubmitButton>
    </Form>
  )
}

function WithoutPassword({ isOnly, posting: { pending, post } }: Posting & { isOnly: boolean }) {
  const t = useTranslate()
  const label = isOnly ? t('verify-email:page.submit') : t('verify-email:link.without')
  return (
    <div className="grid gap-2">
      <Button
        variant={isOnly ? 'default' : 'outline'}
        aria-disabled={pending !== undefined}
        onClick={() => void post()}
      >
        {pending === 'alone' ? (
          <>
            <Spinner />
            {t('verify-email:page.verifying')}
          </>
        ) : (
          label
        )}
      </Button>
      <p className="text-sm text-muted-foreground">{t('verify-email:link.withoutText')}</p>
    </div>
  )
}

type NotMeProps = { email: string; disown: () => Promise<WireError | undefined>; onDisowned: () => void }

function NotMe({ email, disown, onDisowned }: NotMeProps) {
  const t = useTranslate()
  const { ask, dialog } = useConfirm()
  const [failure, setFailure] = useState<WireError>()

  const open = () =>
    ask({
      title: t('verify-email:link.notMeTitle'),
      text: t('verify-email:link.notMeText', { email }),
      confirmLabel: t('verify-email:link.notMeSubmit'),
      pendingLabel: t('verify-email:link.notMePending'),
      onConfirm: async () => {
        const refused = await disown()
        setFailure(refused)
        if (!refused) onDisowned()
        return true
      },
    })
  return (
    <>
      {failure ? (
        <Alert variant="destructive">{t(failure.code as TranslationKey, failure.params)}</Alert>
      ) : null}
      <Button variant="ghost" className="-ml-4 justify-self-start text-destructive-text" onClick={open}>
        {t('verify-email:link.notMe')}
      </Button>
      {dialog}
    </>
  )
}
