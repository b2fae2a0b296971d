import { use, useMemo, type ReactNode } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { ReauthenticationMethodsContext } from '@plinth/core/auth'
import type { FeatureLayout } from '@plinth/core/feature'

const ReauthenticateByPasskey = lazyPart(() => import('./ui/reauthenticate-by-passkey.tsx'))

/** Adds the passkey to the methods of the re-authentication dialog. */
function PasskeyProvider({ children }: { children: ReactNode }) {
  const others = use(ReauthenticationMethodsContext)
  const methods = useMemo(
    () => ({ ...others, passkey: { namespace: 'passkeys' as const, Method: ReauthenticateByPasskey } }),
    [others],
  )
  return <ReauthenticationMethodsContext value={methods}>{children}</ReauthenticationMethodsContext>
}

export const layout: FeatureLayout = { Provider: PasskeyProvider }
