import { useState, type SubmitEvent } from 'react'
import { DialogActions } from '#/components/dialog/titled-dialog.tsx'
import { CodeField } from '#/components/form/code-field.tsx'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useCoolDown } from '#/components/use-cool-down.ts'
import { codeForm, type ReauthenticationMethodProps, requestAuth } from '@plinth/core/auth'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'

type ByCodeProps = ReauthenticationMethodProps & { onCancel: () => void }

/** Six digits mailed to the address of the account: for users without a password. */
export function ReauthenticateByCode({ onReauthenticated, onCancel }: ByCodeProps) {
  const t = useTranslate()
  const [isSent, setSent] = useState(false)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { secondsLeft, wait } = useCoolDown()

  async function send() {
    if (pending || secondsLeft > 0) return
    setPending(true)
    const { refused, answer } = await requestAuth<{ retryAfterSeconds: number }>(
      '/reauthenticate/send-code',
      {
        body: {},
      },
    )
    setPending(false)
    setFailure(refused && t(refused.code as TranslationKey, refused.params))
    wait(answer?.retryAfterSeconds ?? Number(refused?.params.retryAfterSeconds ?? 0))
    if (!refused) setSent(true)
  }
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const entered = codeForm.safeParse({ code: new FormData(event.currentTarget).get('otp') })
    if (!entered.success) return setFailure(t('security:invalidOtp'))
    setPending(true)
    const { refused } = await requestAuth('/reauthenticate/code', { body: entered.data })
    setPending(false)
    setFailure(refused && t(refused.code as TranslationKey, refused.params))
    if (!refused) onReauthenticated()
  }
  const sendLabel =
    secondsLeft > 0
      ? t('account:reauthentication.wait', { seconds: secondsLeft })
      : isSent
        ? t('account:reauthentication.resend')
        : t('account:reauthentication.send')
  return (
    <Form className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {isSent ? (
        <CodeField
          name="otp"
          label={t('account:reauthentication.code')}
          hint={t('account:reauthentication.codeHint')}
          error={failure}
        />
      ) : failure === undefined ? null : (
        <Alert variant="destructive">{failure}</Alert>
      )}
      <DialogActions onCancel={onCancel}>
        {isSent ? (
          <SubmitButton pending={pending} pendingLabel={t('account:reauthentication.pending')}>
            {t('account:reauthentication.submit')}
          </SubmitButton>
        ) : null}
        <Button
          variant={isSent ? 'ghost' : 'default'}
          aria-disabled={pending || secondsLeft > 0}
          onClick={() => void send()}
        >
          {sendLabel}
        </Button>
      </DialogActions>
    </Form>
  )
}
