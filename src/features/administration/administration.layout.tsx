import type { FeatureLayout } from '@plinth/core/feature'
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
