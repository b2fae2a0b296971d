import { useState } from 'react'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { type AuthRefusal, requestAuth } from '@plinth/core/auth'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'

/** Sends the verification mail. Its link returns to the invitation. */
export function VerifyAddress({ email, returnUrl }: { email: string; returnUrl: string }) {
  const t = useTranslate()
  const [isPending, setPending] = useState(false)
  const [isSent, setSent] = useState(false)
  const [failure, setFailure] = useState<AuthRefusal>()

  async function resend() {
    if (isPending) return
    setPending(true)
    const { refused } = await requestAuth('/send-verification-email', {
      body: { email, callbackURL: returnUrl },
    })
    setPending(false)
    setFailure(refused)
    setSent(!refused)
  }

  return (
    <Form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void resend()
      }}
    >
      {failure ? (
        <Alert variant="destructive">{t(failure.code as TranslationKey, failure.params)}</Alert>
      ) : null}
      {isSent ? (
        <Alert variant="success">{t('organizations:invitation.proofSent', { email })}</Alert>
      ) : (
        <Alert variant="warning">{t('organizations:invitation.proveFirst', { email })}</Alert>
      )}
      <div>
        <SubmitButton pending={isPending} pendingLabel={t('verify-email:page.resending')}>
          {t('verify-email:page.resend')}
        </SubmitButton>
      </div>
    </Form>
  )
}
