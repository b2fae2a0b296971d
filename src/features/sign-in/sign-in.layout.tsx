import { useEffect, type ReactNode } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import type { FeatureLayout } from '@plinth/core/feature'
import { rememberArrival } from './ui/last-method.ts'

// Most users have verified their address.
const VerifyBanner = lazyPart(
  async () => ({ default: (await import('./verify-email/verify-banner.tsx')).VerifyBanner }),
  { failed: () => null },
)

export const layout: FeatureLayout = {
  banners: [
    {
      order: 30,
      namespace: 'verify-email',
      isShown: ({ actor }) => !actor.emailVerified,
      Banner: VerifyBanner,
    },
  ],
  Provider: LastMethod,
}

function LastMethod({ children }: { children: ReactNode }) {
  useEffect(rememberArrival, [])
  return children
}
