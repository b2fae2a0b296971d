import { useState, type SubmitEvent } from 'react'
import { requestAuth } from '@plinth/core/auth'
import { type TranslationKey, useI18n } from '@plinth/core/texts'

/** The form of the mailed code, whose field is `code`. `onVerified` runs once the address is verified. */
export function useVerifyCode(onVerified: () => Promise<void> | void) {
  const i18n = useI18n()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const field = event.currentTarget.elements.namedItem('code')
    const code = field instanceof HTMLInputElement ? field.value : ''
    setPending(true)
    const { refused } = await requestAuth('/verify-email/code', { body: { code } })
    if (refused) {
      await i18n.load(['security']).catch(() => {})
      setError(i18n.t(refused.code as TranslationKey, refused.params))
      if (field instanceof HTMLElement) field.focus()
    } else await onVerified()
    setPending(false)
  }
  return { pending, error, onSubmit, clearError: () => setError(undefined) }
}
