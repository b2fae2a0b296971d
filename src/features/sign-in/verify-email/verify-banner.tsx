import { useState } from 'react'
import { takeCode } from '#/components/form/code-field.tsx'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { showToast } from '#/components/toast.ts'
import { Button } from '#/components/ui/button.tsx'
import { Input } from '#/components/ui/input.tsx'
import { useCoolDown } from '#/components/use-cool-down.ts'
import { VERIFY_RESEND_SECONDS, useRefreshViewer } from '@plinth/core/auth'
import type { Viewer } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { useVerifyCode } from './use-verify-code.ts'

/** Shown until the address is verified. Takes the mailed code, and sends a new one at most once a minute. */
export function VerifyBanner({ viewer: { email, verifyCodeAge } }: { viewer: Viewer }) {
  const t = useTranslate()
  const [isMailed, setMailed] = useState(verifyCodeAge !== null)
  const { secondsLeft, wait } = useCoolDown(
    verifyCodeAge === null ? 0 : Math.max(0, VERIFY_RESEND_SECONDS - verifyCodeAge),
  )
  const [sending, setSending] = useState(false)

  async function send() {
    if (sending || secondsLeft > 0) return
    setSending(true)
    const { postToAuth } = await import('../ui/auth-request.ts')
    const { refused } = await postToAuth('/send-verification-email', { email, callbackURL: '/verify-email' })
    setSending(false)
    if (refused) {
      wait(Number(refused.params.retryAfterSeconds ?? 0))
      return showToast('error', t(refused.code, refused.params))
    }
    wait(VERIFY_RESEND_SECONDS)
    setMailed(true)
    await showToast('success', t('verify-email:banner.sent'))
  }

  const sendLabel = isMailed ? t('verify-email:page.resend') : t('verify-email:banner.send')
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-warning-border bg-warning-muted px-4 py-2 text-warning-text"
    >
      <span className="min-w-60 flex-1">
        {isMailed ? t('verify-email:banner.text', { email }) : t('verify-email:banner.textUnsent', { email })}
      </span>
      <div className="flex flex-wrap items-center gap-x-2">
        {isMailed ? <BannerCode /> : null}
        <Button
          variant="ghost"
          size="sm"
          className="tabular-nums hover:bg-warning-border/30 max-sm:-ml-2 max-sm:px-2"
          aria-disabled={sending || secondsLeft > 0}
          onClick={() => void send()}
        >
          {secondsLeft > 0
            ? t('verify-email:banner.wait', { seconds: secondsLeft })
            : sending
              ? t('verify-email:page.resending')
              : sendLabel}
        </Button>
      </div>
    </div>
  )
}

function BannerCode() {
  const t = useTranslate()
  const refresh = useRefreshViewer()
  const form = useVerifyCode(async () => {
    void showToast('success', t('verify-email:banner.done'))
    await refresh()
  })
  return (
    <Form className="flex flex-wrap items-center gap-2" onSubmit={(event) => void form.onSubmit(event)}>
      <Input
        id="verify-code"
        name="code"
        aria-label={t('verify-email:banner.code')}
        aria-invalid={form.error === undefined ? undefined : true}
        aria-describedby={form.error === undefined ? undefined : 'verify-code-error'}
        placeholder="123456"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        onChange={(event) => {
          form.clearError()
          takeCode(event)
        }}
        className="h-8 w-24 font-mono text-foreground pointer-coarse:h-11"
      />
      <SubmitButton
        variant="outline"
        size="sm"
        pending={form.pending}
        pendingLabel={t('verify-email:page.verifying')}
      >
        {t('verify-email:banner.submit')}
      </SubmitButton>
      {form.error === undefined ? null : (
        <span id="verify-code-error" className="basis-full text-destructive-text">
          {form.error}
        </span>
      )}
    </Form>
  )
}
