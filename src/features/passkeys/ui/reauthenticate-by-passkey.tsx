import { useState } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import {
  type AuthRefusal,
  type ReauthenticationMethodProps,
  answerOf,
  readAuth,
  requestAuth,
} from '@plinth/core/auth'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { askForPasskey, canUsePasskeys } from './device-passkey.ts'

/** Re-authenticates by one of the user's own passkeys. */
export default function ReauthenticateByPasskey({ onReauthenticated }: ReauthenticationMethodProps) {
  const t = useTranslate()
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<AuthRefusal>()

  async function reauthenticate() {
    if (pending) return
    setPending(true)
    const refused = await reauthenticateByPasskey()
    setPending(false)
    setRefusal(refused)
    if (!refused) onReauthenticated()
  }
  if (!canUsePasskeys()) return null
  return (
    <>
      {refusal ? (
        <Alert variant="destructive">{t(refusal.code as TranslationKey, refusal.params)}</Alert>
      ) : null}
      <Button variant="outline" aria-disabled={pending} onClick={() => void reauthenticate()}>
        {pending ? t('passkeys:reauthenticate.pending') : t('passkeys:reauthenticate.submit')}
      </Button>
    </>
  )
}

async function reauthenticateByPasskey(): Promise<AuthRefusal | undefined> {
  const options = await answerOf(
    readAuth<PublicKeyCredentialRequestOptionsJSON>(
      '/passkey/generate-authenticate-options?reauthenticate=true',
    ),
  )
  if (options.refused) return options.refused
  const device = await askForPasskey(options.answer)
  if (device.refused) return device.refused
  const answered = await requestAuth('/passkey/verify-authentication', {
    body: { ...device.answer, reauthenticate: true },
  })
  return answered.refused
}
