import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { Loadable } from '#/core/i18n/keys.ts'

const Banners = lazy(async () => ({ default: (await import('./banners.tsx')).Banners }))

// Only while an admin impersonates a user.
const hasPublicBanners = (viewer: Viewer | null): viewer is Viewer =>
  viewer !== null && viewer.actor.impersonatedBy !== null

/** The texts of the banners on public pages. */
export const bannerNamespaces = (viewer: Viewer | null): Loadable[] =>
  hasPublicBanners(viewer) ? ['*:shell'] : []

/** The banners on public pages. Their code is only loaded when one is shown. */
export function PublicBanners({ viewer }: { viewer: Viewer | null }) {
  const hydrated = useHydrated()
  return hasPublicBanners(viewer) && hydrated ? (
    <Suspense>
      <Banners viewer={viewer} />
    </Suspense>
  ) : null
}
