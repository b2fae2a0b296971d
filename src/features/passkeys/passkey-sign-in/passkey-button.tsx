import { KeyRound } from 'lucide-react'
import { Alert } from '#/components/ui/alert.tsx'
import type { SignInMethodProps } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { usePasskey } from './use-passkey.ts'

/**
 * Signs in with a passkey, without password and second factor. The browser also offers it as autofill of the
 * email field.
 */
export function PasskeyButton({ redirectTo, remember, MethodButton }: SignInMethodProps) {
  const t = useTranslate()
  // A full navigation: no data of the visitor stays for the session.
  const { ask, asking, failure } = usePasskey(() => {
    remember('passkey')
    location.assign(redirectTo)
  })
  return (
    <>
      {failure === undefined ? null : <Alert variant="destructive">{failure}</Alert>}
      <MethodButton
        method="passkey"
        icon={<KeyRound className="size-4" strokeWidth={1.75} aria-hidden="true" />}
        isPending={asking}
        isDisabled={asking}
        onClick={() => void ask()}
      >
        {asking ? t('passkey-sign-in:pending') : t('passkey-sign-in:submit')}
      </MethodButton>
    </>
  )
}
