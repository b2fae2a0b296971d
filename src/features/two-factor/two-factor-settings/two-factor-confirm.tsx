import { useState, type SubmitEvent } from 'react'
import { DialogActions } from '#/components/dialog/titled-dialog.tsx'
import { ChoiceField } from '#/components/form/choice-field.tsx'
import { Form } from '#/components/form/form.tsx'
import { PasswordField } from '#/components/form/password-field.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { type AuthRefusal, requestAuth, useReauthentication } from '@plinth/core/auth'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'

export type TwoFactorAct = 'enable' | 'disable' | 'codes'
export type TwoFactorAnswer = { totpURI?: string; backupCodes?: string[] }
type ConfirmStepProps = {
  act: TwoFactorAct
  hasPassword: boolean
  submit: string
  onDone: (answer: TwoFactorAnswer) => void
  onCancel: () => void
}

const paths = {
  enable: '/two-factor/enable',
  disable: '/two-factor/disable',
  codes: '/two-factor/generate-backup-codes',
}

/**
 * Asks for the password and, when enabling, how to receive codes. New backup codes, and users without a
 * password, require re-authentication instead.
 */
export function ConfirmStep({ act, hasPassword, submit, onDone, onCancel }: ConfirmStepProps) {
  const t = useTranslate()
  const { withRecentAuth, dialog } = useReauthentication()
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<AuthRefusal>()
  const text = refusal && t(refusal.code as TranslationKey, refusal.params)
  const isAtField = refusal?.field === 'password'

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const field = event.currentTarget.elements.namedItem('password')
    const body = Object.fromEntries(new FormData(event.currentTarget))
    setPending(true)
    const { refused, answer } = await withRecentAuth(() => requestAuth<TwoFactorAnswer>(paths[act], { body }))
    setPending(false)
    setRefusal(refused)
    if (answer) onDone(answer)
    else if (refused?.field === 'password' && field instanceof HTMLElement) field.focus()
  }
  return (
    <>
      <Form className="grid gap-5" onSubmit={(event) => void send(event)}>
        {text !== undefined && !isAtField ? <Alert variant="destructive">{text}</Alert> : null}
        {hasPassword && act !== 'codes' ? (
          <PasswordField
            name="password"
            label={t('two-factor-settings:password')}
            showLabel={t('two-factor-settings:showPassword')}
            hideLabel={t('two-factor-settings:hidePassword')}
            autoComplete="current-password"
            error={isAtField ? text : undefined}
            autoFocus
            required
          />
        ) : null}
        {act === 'enable' ? (
          <ChoiceField
            name="method"
            label={t('two-factor-settings:method')}
            options={[
              {
                value: 'totp',
                label: t('two-factor-settings:app'),
                text: t('two-factor-settings:methodHint'),
              },
              { value: 'otp', label: t('two-factor-settings:mail'), text: t('two-factor-settings:mailHint') },
            ]}
          />
        ) : null}
        <DialogActions onCancel={onCancel}>
          <SubmitButton
            variant={act === 'disable' ? 'destructive' : 'default'}
            pending={pending}
            pendingLabel={t('two-factor-settings:pending')}
          >
            {act === 'enable' ? t('two-factor-settings:goOn') : submit}
          </SubmitButton>
        </DialogActions>
      </Form>
      {dialog}
    </>
  )
}
