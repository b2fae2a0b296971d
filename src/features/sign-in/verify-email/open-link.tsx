import { MailCheck, MailQuestion } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { AuthPage } from '#/components/auth-page.tsx'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import type { ShownLink } from '@plinth/core/auth/server'
import type { Viewer } from '@plinth/core/access'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import type { WireError } from '@plinth/core/page'
import { Elsewhere } from './elsewhere.tsx'
import { LinkIsOver } from './link-is-over.tsx'
import { useLinkPost } from './use-link-post.ts'
import { Verified } from './verified.tsx'

export type OpenLinkProps = {
  link: Extract<ShownLink, { state: 'open' }>
  token: string
  viewer: Viewer | null
  redirectTo?: string
  disown: (token: string) => Promise<WireError | undefined>
}

/** A link that nobody has used yet. */
export function OpenLink({ link, token, viewer, redirectTo, disown }: OpenLinkProps) {
  const t = useTranslate()
  const posting = useLinkPost(token)
  const { purpose, address, isOwnBrowser, signUp } = link
  if (posting.done && purpose === 'confirmChange') return <OneMoreLink />
  if (posting.done) {
    const sessions =
      posting.done === 'password' ? t('verify-email:link.stays') : t('verify-email:link.signedOut')
    return (
      <Verified
        isNews
        viewer={viewer}
        redirectTo={redirectTo}
        text={purpose === 'completeChange' ? t('verify-email:change.doneText', { address }) : undefined}
        elsewhere={signUp && !isOwnBrowser ? sessions : undefined}
      />
    )
  }
  if (posting.refusal?.code === 'security:linkOver')
    return <LinkIsOver isNews isChange={purpose !== 'verify'} />
  if (signUp && !isOwnBrowser)
    return (
      <Elsewhere
        link={{ purpose, address, signUp }}
        viewer={viewer}
        posting={posting}
        disown={purpose === 'verify' ? () => disown(token) : undefined}
      />
    )
  return <OneButton link={link} posting={posting} />
}

type OneButtonProps = { link: OpenLinkProps['link']; posting: ReturnType<typeof useLinkPost> }

/**
 * A link that needs no more than a press. In the browser that is signed in to the account, the page presses
 * itself once somebody sees it: scanners of mail are not signed in.
 */
function OneButton({ link: { purpose, address, isOwnBrowser }, posting }: OneButtonProps) {
  const t = useTranslate()
  const press = useEffectEvent(() => void posting.post())
  useEffect(() => {
    if (!isOwnBrowser) return
    const seen = () => document.visibilityState === 'visible' && press()
    seen()
    document.addEventListener('visibilitychange', seen, { once: true })
    return () => document.removeEventListener('visibilitychange', seen)
  }, [isOwnBrowser])
  const texts = {
    verify: {
      title: t('verify-email:page.title'),
      intro: t('verify-email:page.ownText', { email: address }),
      submit: t('verify-email:page.submit'),
    },
    confirmChange: {
      title: t('verify-email:change.confirmTitle'),
      intro: t('verify-email:change.confirmText', { address }),
      submit: t('verify-email:change.confirmSubmit'),
    },
    completeChange: {
      title: t('verify-email:change.completeTitle'),
      intro: t('verify-email:change.completeText', { address }),
      submit: t('verify-email:change.completeSubmit'),
    },
  }
  const { title, intro, submit } = texts[purpose]
  return (
    <AuthPage Icon={MailQuestion} title={title} intro={intro}>
      {posting.refusal ? (
        <Alert variant="destructive">
          {t(posting.refusal.code as TranslationKey, posting.refusal.params)}
        </Alert>
      ) : null}
      <Form
        className="grid"
        onSubmit={(event) => {
          event.preventDefault()
          void posting.post()
        }}
      >
        <SubmitButton pending={posting.pending !== undefined} pendingLabel={t('verify-email:page.verifying')}>
          {submit}
        </SubmitButton>
      </Form>
    </AuthPage>
  )
}

function OneMoreLink() {
  const t = useTranslate()
  return (
    <AuthPage
      isNews
      Icon={MailCheck}
      title={t('verify-email:change.title')}
      intro={t('verify-email:change.text')}
    >
      <p className="text-muted-foreground">{t('verify-email:change.hint')}</p>
    </AuthPage>
  )
}
