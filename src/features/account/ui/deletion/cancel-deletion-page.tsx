import { Link } from '@tanstack/react-router'
import { Check, Undo2, Unlink } from 'lucide-react'
import { useState } from 'react'
import { AuthPage, textLink } from '#/components/auth-page.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import type { Viewer } from '@plinth/core/access'
import { type TranslationKey, useI18n } from '@plinth/core/texts'
import { formatDay } from '@plinth/core/format'
import type { WireError } from '@plinth/core/page'

export type ScheduledDeletion = { email: string; scheduledFor: Date }
type CancelDeletionPageProps = {
  viewer: Viewer | null
  /** Null for a link that cancels nothing. */
  deletion: ScheduledDeletion | null
  /** Resolves to the error, or undefined. */
  cancel: () => Promise<WireError | undefined>
}

/**
 * The page of the mailed link. A click cancels, not the link itself, because mail scanners open every link.
 */
export function CancelDeletionPage({ viewer, deletion, cancel }: CancelDeletionPageProps) {
  const { t, language } = useI18n()
  const [state, setState] = useState<'idle' | 'pending' | 'done'>('idle')
  const [refusal, setRefusal] = useState<WireError>()

  async function send() {
    if (state !== 'idle') return
    setState('pending')
    const refused = await cancel()
    setRefusal(refused)
    setState(refused ? 'idle' : 'done')
  }

  if (state === 'done') {
    return (
      <AuthPage
        isNews
        Icon={Check}
        title={t('account:cancelDeletion.doneTitle')}
        intro={t('account:cancelDeletion.done')}
      >
        {/* A full navigation: the viewer that this page knows is stale. */}
        <Link to={viewer ? '/dashboard' : '/login'} reloadDocument className={buttonVariants()}>
          {viewer ? t('account:cancelDeletion.continue') : t('account:cancelDeletion.login')}
        </Link>
      </AuthPage>
    )
  }
  if (!deletion || refusal?.code === 'account:cancelDeletion.over') {
    return (
      <AuthPage
        isNews={refusal !== undefined}
        Icon={Unlink}
        title={t('account:cancelDeletion.overTitle')}
        intro={t('account:cancelDeletion.over')}
      >
        <Link to="/dashboard/settings" className={buttonVariants()}>
          {t('account:cancelDeletion.settings')}
        </Link>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      Icon={Undo2}
      title={t('account:cancelDeletion.title')}
      intro={t('account:cancelDeletion.text', {
        email: deletion.email,
        day: formatDay(deletion.scheduledFor, language),
      })}
      footer={
        <Link to={viewer ? '/dashboard' : '/login'} className={textLink}>
          {viewer ? t('account:cancelDeletion.continue') : t('account:cancelDeletion.login')}
        </Link>
      }
    >
      {refusal ? (
        <Alert variant="destructive">{t(refusal.code as TranslationKey, refusal.params)}</Alert>
      ) : null}
      <Button aria-disabled={state === 'pending'} onClick={() => void send()}>
        {state === 'pending' ? t('account:cancelDeletion.pending') : t('account:cancelDeletion.submit')}
      </Button>
    </AuthPage>
  )
}
