import { lazyPart } from '#/components/part/lazy-part.tsx'
import type { Viewer } from '@plinth/core/access'
import type { FeatureLayout } from '@plinth/core/feature'

const BillingBanner = lazyPart<{ viewer: Viewer }>(
  async () => ({ default: (await import('./ui/billing-banner.tsx')).BillingBanner }),
  { failed: () => null },
)

export const layout: FeatureLayout = {
  banners: [
    {
      order: 30,
      namespace: 'billing',
      isShown: ({ actor: { workspace } }) =>
        workspace.plan?.notice !== undefined && workspace.role === 'owner',
      Banner: BillingBanner,
    },
  ],
}
