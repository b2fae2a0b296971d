import { Check, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { UserAvatar } from '#/components/user-avatar.tsx'
import { AuthPage } from '#/components/auth-page.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import type { RouterOutput } from '@plinth/core/client'
import type { WireError } from '@plinth/core/page'
import { useI18n, useTranslate } from '@plinth/core/texts'
import { Moment } from '#/components/time-ago.tsx'
import { AnswerInvitation, type Answer } from './answer-invitation.tsx'
import { InvitationIssue } from './invitation-issue.tsx'
import { VerifyAddress } from './verify-address.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Link } from '@tanstack/react-router'

export type ShownInvitation = RouterOutput['organizations']['invitation']

export type InvitationPageProps = {
  invitation: ShownInvitation
  /** In the mailed link, but not in a copied one. */
  proof: string | undefined
  /** The signed-in user's address. */
  viewerEmail: string | undefined
  /** Sends the answer; resolves to the error, or undefined. */
  sendAnswer: (answer: Answer) => Promise<WireError | undefined>
}

/** The page of an invitation link: the inviter, the organization and the next step for the user. */
export function InvitationPage({ invitation, proof, viewerEmail, sendAnswer }: InvitationPageProps) {
  const { t, language } = useI18n()
  const [answered, setAnswered] = useState<Answer>()
  const { organization, inviter, email, role, status, expiresAt, viewer } = invitation
  if (answered === 'accepted') return <Welcome organization={organization.name} />
  if (answered === 'declined') return <Declined organization={organization.name} />
  if (status !== 'pending') return <InvitationIssue reason={status} isSignedIn={viewer !== 'signedOut'} />
  const returnUrl = `/accept-invitation/${invitation.id}/${proof === undefined ? '' : `?proof=${encodeURIComponent(proof)}`}`
  return (
    <AuthPage
      picture={
        <UserAvatar
          id={organization.name}
          name={organization.name}
          image={organization.logo}
          isSquare
          className="size-12 text-lg"
        />
      }
      title={t('organizations:invitation.join', { organization: organization.name })}
      intro={t('organizations:invitation.from', { inviter: inviter.name, organization: organization.name })}
    >
      <dl className="divide-y divide-border rounded-xl border border-border bg-card">
        <Fact name={t('organizations:members.role')}>{t(`roles:${role}.name`)}</Fact>
        <Fact name={t('organizations:invitation.sentTo')}>{email}</Fact>
        <Fact name={t('organizations:invitation.until')}>
          <Moment at={expiresAt} language={language} />
        </Fact>
      </dl>
      {viewer === 'signedOut' ? (
        <SignInFirst returnUrl={returnUrl} email={invitation.hasProof ? email : undefined} />
      ) : null}
      {viewer === 'recipient' ? <AnswerInvitation send={sendAnswer} onAnswered={setAnswered} /> : null}
      {viewer === 'unverified' ? <VerifyAddress email={email} returnUrl={returnUrl} /> : null}
      {viewer === 'otherAccount' ? (
        <OtherAccount viewerEmail={viewerEmail ?? ''} email={email} returnUrl={returnUrl} />
      ) : null}
    </AuthPage>
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

function Welcome({ organization }: { organization: string }) {
  const { t } = useI18n()
  return (
    <AuthPage
      title={t('organizations:invitation.welcome', { organization })}
      intro={t('organizations:invitation.welcomeText', { organization })}
      Icon={Check}
      isNews
    >
      {/* The session has switched to another workspace, which needs a full navigation. */}
      <a href="/dashboard" className={buttonVariants()}>
        {t('organizations:invitation.enter', { organization })}
      </a>
    </AuthPage>
  )
}

function Declined({ organization }: { organization: string }) {
  const { t } = useI18n()
  return (
    <AuthPage
      title={t('organizations:invitation.declinedTitle')}
      intro={t('organizations:invitation.declinedText', { organization })}
      Icon={X}
      isNews
    >
      <a href="/" className={buttonVariants({ variant: 'outline' })}>
        {t('organizations:invitation.home')}
      </a>
    </AuthPage>
  )
}

type OtherAccountProps = {
  viewerEmail: string
  /** The address the invitation was sent to, masked if the user may not see it. */
  email: string
  /** The invitation's URL. */
  returnUrl: string
}

/** Lets the user add the invited account and return to the invitation. */
function OtherAccount({ viewerEmail, email, returnUrl }: OtherAccountProps) {
  const t = useTranslate()
  return (
    <div className="grid gap-3">
      <Alert variant="warning">
        {t('organizations:invitation.otherAccount', { viewer: viewerEmail, email })}
      </Alert>
      <div className="flex flex-wrap gap-2">
        {/* Full navigations, because loaded data belongs to this account. */}
        <a
          href={`/login?${new URLSearchParams({ add: '1', redirect: returnUrl })}`}
          className={buttonVariants()}
        >
          {t('organizations:invitation.addAccount')}
        </a>
        <a href="/dashboard" className={buttonVariants({ variant: 'outline' })}>
          {t('organizations:issue.dashboard')}
        </a>
      </div>
    </div>
  )
}

type SignInFirstProps = {
  /** The invitation's URL. */
  returnUrl: string
  /** The address it was sent to, if the visitor may see it. */
  email: string | undefined
}

function SignInFirst({ returnUrl, email }: SignInFirstProps) {
  const t = useTranslate()
  const search = { redirect: returnUrl, ...(email !== undefined && { email }) }
  return (
    <div className="grid gap-3">
      <p>{t('organizations:invitation.signInFirst')}</p>
      <div className="flex flex-wrap gap-2">
        <Link to="/register" search={search} className={buttonVariants()}>
          {t('organizations:invitation.signUp')}
        </Link>
        <Link to="/login" search={search} className={buttonVariants({ variant: 'outline' })}>
          {t('organizations:invitation.signIn')}
        </Link>
      </div>
    </div>
  )
}
