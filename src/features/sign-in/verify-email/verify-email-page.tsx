import { Link } from '@tanstack/react-router'
import { Mail, Unlink } from 'lucide-react'
import { AuthPage, textLink } from '#/components/auth-page.tsx'
import { CodeField } from '#/components/form/code-field.tsx'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { VERIFY_LINK_HOURS } from '@plinth/core/auth'
import type { Viewer } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import type { WireError } from '@plinth/core/page'
import { LinkIsOver } from './link-is-over.tsx'
import { OpenLink, type OpenLinkProps } from './open-link.tsx'
import { ResendForm } from './resend-form.tsx'
import { useVerifyCode } from './use-verify-code.ts'
import { Verified } from './verified.tsx'

type VerifyEmailPageProps = {
  /** What the link of this page is for; undefined for the page without one. */
  link: OpenLinkProps['link'] | { state: 'over' | 'done' } | undefined
  token: string
  viewer: Viewer | null
  /** The page from which the link was requested. */
  redirectTo?: string
  /** Ends the sign-up that the link is about. Resolves to the error, or undefined. */
  disown: (token: string) => Promise<WireError | undefined>
}

/** The page of the links that verify or change an address: what they are for happens when it posts. */
export function VerifyEmailPage({ link, token, viewer, redirectTo, disown }: VerifyEmailPageProps) {
  if (link?.state === 'open')
    return <OpenLink link={link} token={token} viewer={viewer} redirectTo={redirectTo} disown={disown} />
  const isVerified = viewer?.actor.emailVerified ?? false
  if (link?.state === 'done' || (!link && isVerified))
    return <Verified viewer={viewer} redirectTo={redirectTo} />
  // What such a user was mailed is a change of the address.
  if (link && isVerified) return <LinkIsOver isChange />
  return <NoLink isOver={link !== undefined} viewer={viewer} redirectTo={redirectTo} />
}

type NoLinkProps = Pick<VerifyEmailPageProps, 'viewer' | 'redirectTo'> & { isOver: boolean }

function NoLink({ isOver, viewer, redirectTo }: NoLinkProps) {
  const t = useTranslate()
  const hasCode = viewer !== null && viewer.verifyCodeAge !== null
  const text = hasCode
    ? t('verify-email:page.codeText', { email: viewer.email, hours: VERIFY_LINK_HOURS })
    : t('verify-email:page.pendingText')
  return (
    <AuthPage
      Icon={isOver ? Unlink : Mail}
      title={isOver ? t('verify-email:page.expiredTitle') : t('verify-email:page.title')}
      intro={isOver ? t('verify-email:page.expiredText') : text}
      footer={
        <Link to={viewer ? '/dashboard' : '/login'} className={textLink}>
          {viewer ? t('verify-email:page.continue') : t('verify-email:page.login')}
        </Link>
      }
    >
      {hasCode ? <CodeForm redirectTo={redirectTo} /> : null}
      <ResendForm email={viewer?.email} redirectTo={redirectTo} isSecond={hasCode} />
    </AuthPage>
  )
}

function CodeForm({ redirectTo = '/dashboard' }: { redirectTo?: string }) {
  const t = useTranslate()
  // A full navigation: the viewer that this page knows is stale.
  const form = useVerifyCode(() => location.assign(redirectTo))
  return (
    <Form className="grid gap-4" onSubmit={(event) => void form.onSubmit(event)}>
      <CodeField name="code" label={t('verify-email:banner.code')} error={form.error} required />
      <SubmitButton pending={form.pending} pendingLabel={t('verify-email:page.verifying')}>
        {t('verify-email:page.submit')}
      </SubmitButton>
    </Form>
  )
}
