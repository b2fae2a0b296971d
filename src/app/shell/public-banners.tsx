import { useHydrated, useMatch } from '@tanstack/react-router'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { TextsFile } from '#/core/i18n/keys.ts'

const Banners = lazyPart(async () => ({ default: (await import('./banners.tsx')).Banners }))

// Only while an admin impersonates a user.
const hasPublicBanners = (viewer: Viewer | null): viewer is Viewer =>
  viewer !== null && viewer.actor.impersonatedBy !== null

/** The texts of the banners outside the dashboard. */
export const bannerNamespaces = (viewer: Viewer | null): TextsFile[] =>
  hasPublicBanners(viewer) ? ['*:shell'] : []

/** The banners of every page outside the dashboard, whose layout has its own. Loaded when one is shown. */
export function PublicBanners({ viewer }: { viewer: Viewer | null }) {
  const hydrated = useHydrated()
  const hasOwn =
    useMatch({
      from: '/dashboard',
      shouldThrow: false,
      select: ({ status }) => ['success', 'notFound'].includes(status),
    }) ?? false
  return hasPublicBanners(viewer) && hydrated && !hasOwn ? <Banners viewer={viewer} isOutside /> : null
}
