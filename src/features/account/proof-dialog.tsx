import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Skeleton } from '#/components/load-state.tsx'
import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import type { AuthRefusal } from '#/core/auth/auth-request.ts'
import { requestAuth } from '#/core/auth/auth-request.ts'
import { askForPasskey, canUsePasskeys } from '#/core/auth/device-passkey.ts'
import type { ProofDialogProps } from '#/core/auth/prove-again.tsx'
import { askAuth } from '#/core/auth/read-auth.ts'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { waysToProve } from './account-queries.ts'
import { ProveByCode } from './prove-by-code.tsx'
import { ProveByPassword } from './prove-by-password.tsx'
import { SectionState } from './section-state.tsx'

/**
 * Asks who sits there to prove that it's the person: by password, by passkey, and who has no password by a
 * mailed code.
 */
export default function ProofDialog({ isOpen, onOpenChange, onProved }: ProofDialogProps) {
  const t = useTranslate()
  const query = useQuery(waysToProve)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('account:proof.title')}
      text={t('account:proof.text')}
    >
      <SectionState query={query} skeleton={<Skeleton gap="gap-4" heights={['h-15', 'h-9']} />}>
        {({ ways }) => (
          <div className="grid gap-4">
            {ways.includes('password') ? <ProveByPassword onProved={onProved} /> : null}
            {ways.includes('code') ? <ProveByCode onProved={onProved} /> : null}
            {ways.includes('passkey') && canUsePasskeys() ? <ProveByPasskey onProved={onProved} /> : null}
          </div>
        )}
      </SectionState>
    </Dialog>
  )
}

function ProveByPasskey({ onProved }: { onProved: () => void }) {
  const t = useTranslate()
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<AuthRefusal>()

  async function prove() {
    if (pending) return
    setPending(true)
    const refused = await proveByPasskey()
    setPending(false)
    setRefusal(refused)
    if (!refused) onProved()
  }
  return (
    <>
      {refusal ? <Alert kind="danger">{t(refusal.code as TranslationKey, refusal.params)}</Alert> : null}
      <Button variant="outline" aria-disabled={pending} onClick={() => void prove()}>
        {pending ? t('account:proof.passkeyPending') : t('account:proof.passkey')}
      </Button>
    </>
  )
}

async function proveByPasskey(): Promise<AuthRefusal | undefined> {
  const options = await askAuth<PublicKeyCredentialRequestOptionsJSON>(
    '/passkey/generate-authenticate-options?prove=true',
  )
  if (options.refused) return options.refused
  const device = await askForPasskey(options.answer)
  if (device.refused) return device.refused
  const proved = await requestAuth('/passkey/verify-authentication', {
    body: { ...device.answer, prove: true },
  })
  return proved.refused
}
