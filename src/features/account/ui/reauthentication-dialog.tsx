import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Skeletons } from '#/components/load-state.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { TitledDialog } from '#/components/titled-dialog.tsx'
import type { AuthRefusal } from '#/core/auth/auth-request.ts'
import { requestAuth } from '#/core/auth/auth-request.ts'
import { askForPasskey, canUsePasskeys } from '#/core/auth/device-passkey.ts'
import type { ReauthenticationDialogProps } from '#/core/auth/reauthentication.tsx'
import { askAuth } from '#/core/auth/read-auth.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { reauthenticationMethods } from './account-queries.ts'
import { ReauthenticateByCode } from './reauthenticate-by-code.tsx'
import { ReauthenticateByPassword } from './reauthenticate-by-password.tsx'
import { SectionState } from './section-state.tsx'

/** Re-authenticates the user: by password, by passkey, or, without a password, by a mailed code. */
export default function ReauthenticationDialog({
  isOpen,
  onOpenChange,
  onReauthenticated,
}: ReauthenticationDialogProps) {
  const t = useTranslate()
  const query = useQuery(reauthenticationMethods)
  return (
    <TitledDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('account:reauthentication.title')}
      text={t('account:reauthentication.text')}
    >
      <SectionState query={query} skeleton={<Skeletons gap="gap-4" heights={['h-15', 'h-9']} />}>
        {({ methods }) => (
          <div className="grid gap-4">
            {methods.includes('password') ? (
              <ReauthenticateByPassword onReauthenticated={onReauthenticated} />
            ) : null}
            {methods.includes('code') ? <ReauthenticateByCode onReauthenticated={onReauthenticated} /> : null}
            {methods.includes('passkey') && canUsePasskeys() ? (
              <ReauthenticateByPasskey onReauthenticated={onReauthenticated} />
            ) : null}
          </div>
        )}
      </SectionState>
    </TitledDialog>
  )
}

function ReauthenticateByPasskey({ onReauthenticated }: { onReauthenticated: () => void }) {
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
  return (
    <>
      {refusal ? (
        <Alert variant="destructive">{t(refusal.code as TranslationKey, refusal.params)}</Alert>
      ) : null}
      <Button variant="outline" aria-disabled={pending} onClick={() => void reauthenticate()}>
        {pending ? t('account:reauthentication.passkeyPending') : t('account:reauthentication.passkey')}
      </Button>
    </>
  )
}

async function reauthenticateByPasskey(): Promise<AuthRefusal | undefined> {
  const options = await askAuth<PublicKeyCredentialRequestOptionsJSON>(
    '/passkey/generate-authenticate-options?reauthenticate=true',
  )
  if (options.refused) return options.refused
  const device = await askForPasskey(options.answer)
  if (device.refused) return device.refused
  const answered = await requestAuth('/passkey/verify-authentication', {
    body: { ...device.answer, reauthenticate: true },
  })
  return answered.refused
}
