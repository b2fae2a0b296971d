import { useState, type SubmitEvent } from 'react'
import { CodeField } from '#/components/form/code-field.tsx'
import { Form } from '#/components/form/form.tsx'
import { SubmitButton } from '#/components/form/submit-button.tsx'
import { requestAuth } from '#/core/auth/auth-request.ts'
import { totpForm } from '#/core/auth/security/security.schema.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { CopyButton } from './copy-button.tsx'
import { QrCode } from './qr-code.tsx'

/** The secret as a picture and as an address to copy; the first code of the app proves that it arrived. */
export function AuthenticatorStep({ totpURI, onDone }: { totpURI: string; onDone: () => void }) {
  const t = useTranslate()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()

  async function verify(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const field = event.currentTarget.elements.namedItem('totpCode')
    const entered = totpForm.safeParse({ code: field instanceof HTMLInputElement ? field.value : '' })
    const refused = entered.success
      ? await send(entered.data.code)
      : { code: 'security:totpDigits', params: {} }
    setError(refused && t(refused.code as TranslationKey, refused.params))
    if (!refused) onDone()
    else if (field instanceof HTMLElement) field.focus()
  }
  async function send(code: string) {
    setPending(true)
    const { refused } = await requestAuth('/two-factor/verify-totp', { body: { code } })
    setPending(false)
    return refused
  }
  return (
    <Form noValidate className="grid gap-4" onSubmit={(event) => void verify(event)}>
      <QrCode text={totpURI} label={t('account:twoFactor.qr')} />
      <CopyButton text={totpURI} label={t('account:twoFactor.copyUri')} />
      <CodeField
        name="totpCode"
        label={t('account:twoFactor.code')}
        hint={t('account:twoFactor.codeHint')}
        error={error}
      />
      <SubmitButton pending={pending} pendingLabel={t('account:reauthentication.pending')}>
        {t('account:twoFactor.verify')}
      </SubmitButton>
    </Form>
  )
}
