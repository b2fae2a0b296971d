import { Alert } from '#/components/ui/alert.tsx'
import { Button } from '#/components/ui/button.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { usePasskey } from './use-passkey.ts'

/**
 * Signs in with a passkey, which needs no password and no second factor; the browser offers it in the address
 * field, too.
 */
export function PasskeyButton({ redirectTo }: { redirectTo: string }) {
  const t = useTranslate()
  // A whole navigation: nothing that was loaded for a visitor survives into the session.
  const { ask, asking, failure } = usePasskey(() => location.assign(redirectTo))
  return (
    <div className="grid gap-2">
      {failure === undefined ? null : <Alert kind="danger">{failure}</Alert>}
      <Button variant="outline" aria-disabled={asking} onClick={() => void ask()}>
        {asking ? t('sign-in:signIn.passkeyPending') : t('sign-in:signIn.passkey')}
      </Button>
    </div>
  )
}
