import { useState } from 'react'
import { showToast } from '#/components/toast.ts'
import { useCoolDown } from '#/components/use-cool-down.ts'
import { requestAuth } from '@plinth/core/auth'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'

const CHALLENGE_OVER = new Set(['errors:signInFirst', 'security:challengeOver'])

/**
 * Sends codes by mail, one request at a time and none during the cooldown. `isOver` when the pending sign-in
 * has expired.
 */
export function useMailedCode(onSent: () => void) {
  const t = useTranslate()
  const { secondsLeft, wait } = useCoolDown()
  const [sending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  const [isOver, setOver] = useState(false)

  async function send() {
    if (sending || secondsLeft > 0) return
    setSending(true)
    const { refused, answer } = await requestAuth<{ retryAfterSeconds: number }>('/two-factor/send-otp', {
      body: {},
    })
    setSending(false)
    if (!refused) {
      setSent(true)
      wait(answer.retryAfterSeconds)
      onSent()
      return showToast('success', t('two-factor:otp.sent'))
    }
    if (CHALLENGE_OVER.has(refused.code)) return setOver(true)
    const retryAfterSeconds = Number(refused.params?.retryAfterSeconds) || 0
    if (retryAfterSeconds > 0) {
      // Most likely a code was sent just before this page was reloaded.
      setSent(true)
      wait(retryAfterSeconds)
    }
    await showToast('error', t(refused.code as TranslationKey, refused.params))
  }
  return { send, sending, isSent, isOver, secondsLeft }
}
