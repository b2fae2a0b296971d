import type { FeatureLayout } from '#/core/feature.ts'
import { VerifyBanner } from './ui/verify-banner.tsx'

export const layout: FeatureLayout = {
  banners: [
    { order: 30, namespace: 'sign-in', isShown: ({ actor }) => !actor.emailVerified, Banner: VerifyBanner },
  ],
}
