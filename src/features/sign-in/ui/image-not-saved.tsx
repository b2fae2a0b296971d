import { useEffect, useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { AuthPage } from '#/components/auth-page.tsx'

export type ImageRefusal = { code: string; params: Record<string, string | number | undefined> }
type ImageNotSavedProps = {
  refusal: ImageRefusal
  retry: () => Promise<ImageRefusal | undefined>
  onDone: () => void
}

/** Shown after a sign-up whose image upload failed: the reason, a retry, and a way to continue without it. */
export function ImageNotSaved({ refusal, retry, onDone }: ImageNotSavedProps) {
  const t = useTranslate()
  const [latest, setLatest] = useState(refusal)
  const [pending, setPending] = useState(false)
  const notSaved = t('sign-in:signUp.imageNotSaved')
  useEffect(() => void showToast('error', notSaved), [notSaved])

  async function tryAgain() {
    if (pending) return
    setPending(true)
    const again = await retry()
    if (!again) return onDone()
    setLatest(again)
    void showToast('error', notSaved)
    setPending(false)
  }
  return (
    <AuthPage isNews title={t('sign-in:signUp.ready')} intro={t('sign-in:signUp.readyText')}>
      <Alert variant="warning">{t(latest.code as TranslationKey, latest.params)}</Alert>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onDone}>{t('sign-in:signUp.goOn')}</Button>
        <Button variant="outline" aria-disabled={pending} onClick={() => void tryAgain()}>
          {t(pending ? 'sign-in:signUp.uploading' : 'sign-in:signUp.uploadAgain')}
        </Button>
      </div>
    </AuthPage>
  )
}
