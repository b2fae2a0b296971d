import { useState, type SubmitEvent } from 'react'
import { showToast, toastOnArrival } from '#/components/toast.ts'
import { requestAuth } from '@plinth/core/auth'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'

type CodeForm = {
  path: '/two-factor/verify-totp' | '/two-factor/verify-otp' | '/two-factor/verify-backup-code'
  /** The field that holds the code. */
  field: string
  /** Returns the error of a malformed code before it is sent. */
  check: (code: string) => TranslationKey | undefined
  /** The toast on the next page. */
  done: TranslationKey
  redirectTo: string
}

/**
 * Sends the code of the second factor and navigates to the redirect target. One request at a time; an error
 * is shown at the field, which gets the focus. `isOver` when the pending sign-in has expired and must be
 * started again.
 */
export function useCodeForm({ path, field, check, done, redirectTo }: CodeForm) {
  const t = useTranslate()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<{ code: TranslationKey; retryAfterSeconds?: number }>()

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget
    const fields = new FormData(form)
    const code = fields.get(field) as string
    setPending(true)
    const refused = await send(code, fields.has('trustDevice'))
    if (!refused) {
      toastOnArrival('success', t(done))
      // A full navigation: no data loaded before is kept for the session.
      return location.assign(redirectTo)
    }
    setPending(false)
    setFailure(refused)
    const control = form.elements.namedItem(field)
    if (control instanceof HTMLInputElement) {
      control.focus()
      control.select()
    }
    if (refused.code === 'security:invalidOtp') await showToast('error', t(refused.code))
  }

  async function send(code: string, trustDevice: boolean) {
    const wrong = check(code)
    if (wrong) return { code: wrong }
    const { refused } = await requestAuth(path, { body: { code, trustDevice } })
    return (
      refused && {
        code: refused.code as TranslationKey,
        retryAfterSeconds: Number(refused.params?.retryAfterSeconds) || undefined,
      }
    )
  }

  return {
    pending,
    onSubmit,
    code: failure?.code,
    error: failure && t(failure.code, { retryAfterSeconds: failure.retryAfterSeconds }),
    isOver: failure?.code === 'security:challengeOver' || failure?.code === 'errors:signInFirst',
    /** Clears the error when a new code is sent. */
    startOver: () => setFailure(undefined),
  }
}
