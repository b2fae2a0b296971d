import { Plug, Unplug } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { AuthPage } from '#/components/auth-page.tsx'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { type AuthRefusal, requestAuth, useReauthentication } from '@plinth/core/auth'
import { type TranslationKey, useSectionNames, useTranslate } from '@plinth/core/texts'
import { brand } from '#/brand.ts'
import type { Connect, ShownRequest } from './load-connect.ts'

/** Where a user allows an app to act for them, or reads why an app can't be connected. */
export function ConnectPage({ request, shown, failure, error }: Connect) {
  return shown ? (
    <Consent request={request} shown={shown} />
  ) : (
    <RequestIssue error={error} text={failure?.code} />
  )
}

const problems: Record<string, TranslationKey> = {
  invalid_client: 'connections:issue.unknownApp',
  invalid_client_metadata: 'connections:issue.document',
  invalid_redirect: 'connections:issue.unknownAddress',
  invalid_target: 'connections:issue.otherResource',
  invalid_scope: 'connections:issue.unknownScope',
  temporarily_unavailable: 'connections:issue.busy',
}

function RequestIssue({ error, text }: { error?: string; text?: string }) {
  const t = useTranslate()
  const isRequestOver = text?.startsWith('connections:') === true
  const intro = isRequestOver
    ? (text as TranslationKey)
    : (problems[error ?? ''] ?? 'connections:issue.invalid')
  return (
    <AuthPage Icon={Unplug} title={t('connections:issue.title')} intro={t(intro)}>
      <p className="text-muted-foreground">{t('connections:issue.advice')}</p>
      {error === undefined ? null : (
        <p className="text-sm text-muted-foreground">
          {t('connections:issue.code')} <code>{error}</code>
        </p>
      )}
      <a href="/dashboard" className={buttonVariants()}>
        {t('connections:issue.dashboard')}
      </a>
    </AuthPage>
  )
}

function Consent({ request, shown }: { request: string; shown: ShownRequest }) {
  const t = useTranslate()
  const { appName, documentHost, redirectHost, isOnDevice, reads, writes, email, workspace, mayConsent } =
    shown
  const params = { app: appName, name: brand.name }
  return (
    <AuthPage
      Icon={Plug}
      isLong
      title={t('connections:connect.heading', params)}
      intro={t('connections:connect.intro', params)}
    >
      <dl className="divide-y divide-border rounded-xl border border-border bg-card">
        <Fact name={t('connections:connect.account')}>{email}</Fact>
        <Fact name={t('connections:workspace')}>{workspace ?? t('connections:personal')}</Fact>
        {documentHost === undefined ? null : (
          <Fact name={t('connections:connect.document')}>{documentHost}</Fact>
        )}
        <Fact name={t('connections:connect.host')}>
          <span className="tabular-nums">{redirectHost}</span>
        </Fact>
        {reads.length > 0 ? (
          <Fact name={t('connections:connect.reads')}>
            <Scopes scopes={reads} />
          </Fact>
        ) : null}
      </dl>
      <Alert variant="warning">
        {isOnDevice ? t('connections:connect.loopback') : t('connections:connect.stranger', params)}
      </Alert>
      {mayConsent ? (
        <Answer request={request} writes={writes} />
      ) : (
        <Alert variant="info">{t('connections:connect.impersonating')}</Alert>
      )}
    </AuthPage>
  )
}

function Answer({ request, writes }: { request: string; writes: readonly string[] }) {
  const t = useTranslate()
  const hintId = useId()
  const [mayWrite, setMayWrite] = useState(false)
  const [sending, setSending] = useState<'accepted' | 'declined'>()
  const [failure, setFailure] = useState<AuthRefusal>()
  const { withRecentAuth, dialog } = useReauthentication()

  async function answer(accept: boolean) {
    if (sending) return
    setSending(accept ? 'accepted' : 'declined')
    const body = { accept, request, mayWrite: accept && mayWrite }
    const { refused, answer: given } = await withRecentAuth(() =>
      requestAuth<{ url: string }>('/oauth2/consent', { body }),
    )
    if (refused) {
      setSending(undefined)
      setFailure(refused)
    } else location.assign(given.url)
  }

  return (
    <>
      <Form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          const { submitter } = event.nativeEvent
          void answer(!(submitter instanceof HTMLButtonElement && submitter.value === 'declined'))
        }}
      >
        {writes.length > 0 ? (
          <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-0.5">
            <Checkbox
              id={`${hintId}-box`}
              aria-describedby={hintId}
              className="self-center"
              checked={mayWrite}
              onCheckedChange={setMayWrite}
            />
            <label htmlFor={`${hintId}-box`} className="self-center font-medium">
              {t('connections:connect.mayWrite')}
            </label>
            <div id={hintId} className="col-start-2 text-sm text-muted-foreground">
              <Scopes scopes={writes} />
              <br />
              {t('connections:connect.writeHint')}
            </div>
          </div>
        ) : null}
        {failure ? (
          <Alert variant="destructive">{t(failure.code as TranslationKey, failure.params)}</Alert>
        ) : null}
        <div className="grid grid-cols-2 gap-2">
          <SubmitButton pending={sending === 'accepted'} pendingLabel={t('connections:connect.accepting')}>
            {t('connections:connect.accept')}
          </SubmitButton>
          <SubmitButton
            variant="outline"
            value="declined"
            pending={sending === 'declined'}
            pendingLabel={t('connections:connect.declining')}
          >
            {t('connections:connect.decline')}
          </SubmitButton>
        </div>
      </Form>
      {dialog}
    </>
  )
}

/** What scopes are about, in words. */
function Scopes({ scopes }: { scopes: readonly string[] }) {
  const areaOf = useSectionNames('scopeNames')
  return (
    <span title={scopes.join(' ')}>{scopes.map((scope) => areaOf(scope.replace(/:.*/, ''))).join(', ')}</span>
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
