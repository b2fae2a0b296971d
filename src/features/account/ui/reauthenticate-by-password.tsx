import { useState, type SubmitEvent } from 'react'
import { DialogActions } from '#/components/dialog/titled-dialog.tsx'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { type ReauthenticationMethodProps, requestAuth } from '@plinth/core/auth'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { PasswordField } from '#/components/form/password-field.tsx'

type ByPasswordProps = ReauthenticationMethodProps & { onCancel: () => void }

/** Re-authenticates by the password. */
export function ReauthenticateByPassword({ onReauthenticated, onCancel }: ByPasswordProps) {
  const t = useTranslate()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const field = event.currentTarget.elements.namedItem('password')
    setPending(true)
    const { refused } = await requestAuth('/reauthenticate/password', {
      body: { password: field instanceof HTMLInputElement ? field.value : '' },
    })
    setPending(false)
    setError(refused && t(refused.code as TranslationKey, refused.params))
    if (!refused) onReauthenticated()
    else if (field instanceof HTMLElement) field.focus()
  }
  return (
    <Form className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <OwnPassword error={error} />
      <DialogActions onCancel={onCancel}>
        <SubmitButton pending={pending} pendingLabel={t('account:reauthentication.pending')}>
          {t('account:reauthentication.submit')}
        </SubmitButton>
      </DialogActions>
    </Form>
  )
}

/** The field for the current password, to re-authenticate. */
function OwnPassword({ error }: { error: string | undefined }) {
  const t = useTranslate()
  return (
    <PasswordField
      name="password"
      label={t('account:reauthentication.password')}
      showLabel={t('account:password.show')}
      hideLabel={t('account:password.hide')}
      autoComplete="current-password"
      error={error}
      // It may be rendered after the dialog has opened.
      autoFocus
      required
    />
  )
}
