import { useEffect, type ReactNode } from 'react'
import type { FeatureLayout } from '#/core/feature.ts'
import { rememberArrival } from './ui/last-method.ts'
import { VerifyBanner } from './verify-email/verify-banner.tsx'

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
