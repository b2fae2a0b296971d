import type { ReactNode } from 'react'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { ReauthenticationDialogContext } from '@plinth/core/auth'
import type { FeatureLayout } from '@plinth/core/feature'
import { DeletionBanner } from './ui/deletion/deletion-banner.tsx'

const ReauthenticationDialog = lazyPart(() => import('./ui/reauthentication-dialog.tsx'))

export const layout: FeatureLayout = {
  banners: [
    {
      order: 20,
      namespace: 'account',
      isShown: ({ deletionScheduledFor }) => deletionScheduledFor !== null,
      Banner: DeletionBanner,
    },
  ],
  Provider: ({ children }: { children: ReactNode }) => (
    <ReauthenticationDialogContext value={ReauthenticationDialog}>{children}</ReauthenticationDialogContext>
  ),
}
