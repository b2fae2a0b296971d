import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthPage } from '#/components/auth-page.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { WireError } from '#/lib/wire-error.ts'

type KeepAccountPageProps = {
  viewer: Viewer | null
  /** Uses the word of the link; answers why it was refused, undefined when the account stays. */
  keep: () => Promise<WireError | undefined>
}

/**
 * Where the mailed link ends. A click does it and not the link itself: programs that look through mail open
 * every link.
 */
export function KeepAccountPage({ viewer, keep }: KeepAccountPageProps) {
  const t = useTranslate()
  const [state, setState] = useState<'asked' | 'pending' | 'done'>('asked')
  const [refusal, setRefusal] = useState<WireError>()

  async function send() {
    if (state !== 'asked') return
    setState('pending')
    const refused = await keep()
    setRefusal(refused)
    setState(refused ? 'asked' : 'done')
  }

  if (state === 'done') {
    return (
      <AuthPage title={t('account:keep.doneTitle')}>
        <Alert kind="success">{t('account:keep.done')}</Alert>
        {/* A whole navigation: what the page knows of the person is older than this. */}
        <Link to={viewer ? '/dashboard' : '/login'} reloadDocument className={buttonVariants()}>
          {viewer ? t('account:keep.continue') : t('account:keep.login')}
        </Link>
      </AuthPage>
    )
  }
  return (
    <AuthPage title={t('account:keep.title')} intro={t('account:keep.text')}>
      {refusal ? <Alert kind="danger">{t(refusal.code as TranslationKey, refusal.params)}</Alert> : null}
      <Button aria-disabled={state === 'pending'} onClick={() => void send()}>
        {state === 'pending' ? t('account:keep.pending') : t('account:keep.submit')}
      </Button>
    </AuthPage>
  )
}
