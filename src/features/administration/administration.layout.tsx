import type { FeatureLayout } from '#/core/feature.ts'
import { ImpersonationBanner } from './ui/impersonation-banner.tsx'

export const layout: FeatureLayout = {
  banners: [
    {
      order: 10,
      isShown: ({ actor }) => actor.impersonatedBy !== null,
      Banner: ImpersonationBanner,
    },
  ],
}
