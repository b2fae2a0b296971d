import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { useCoolDown } from '#/components/use-cool-down.ts'
import type { Viewer } from '#/core/auth/viewer.ts'
import { useTranslate } from '#/core/i18n/react.tsx'

const COOL_DOWN_SECONDS = 60

/** Shown until the address is verified. Sends a new link at most once a minute. */
export function VerifyBanner({ viewer: { email } }: { viewer: Viewer }) {
  const t = useTranslate()
  const { secondsLeft, wait } = useCoolDown()
  const [pending, setPending] = useState(false)

  async function resend() {
    if (pending || secondsLeft > 0) return
    setPending(true)
    const { postToAuth } = await import('./auth-request.ts')
    const { refused } = await postToAuth('/send-verification-email', { email, callbackURL: '/verify-email' })
    setPending(false)
    if (refused) return showToast('error', t(refused.code, refused.params))
    wait(COOL_DOWN_SECONDS)
    await showToast('success', t('sign-in:verifyBanner.sent'))
  }

  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-warning-border bg-warning-muted px-4 py-2 text-warning-text"
    >
      <span>{t('sign-in:verifyBanner.text', { email })}</span>
      <Button
        variant="ghost"
        size="sm"
        className="hover:bg-warning-border/30 max-sm:-ml-3"
        aria-disabled={pending || secondsLeft > 0}
        onClick={() => void resend()}
      >
        {secondsLeft > 0
          ? t('sign-in:verifyBanner.wait', { seconds: secondsLeft })
          : pending
            ? t('sign-in:verifyEmail.resending')
            : t('sign-in:verifyEmail.resend')}
      </Button>
    </div>
  )
}
