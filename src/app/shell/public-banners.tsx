import { useMatch } from '@tanstack/react-router'
import { createElement, useEffect, useState } from 'react'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { TextsFile } from '#/core/i18n/keys.ts'

// Only while an admin impersonates a user.
const hasPublicBanners = (viewer: Viewer | null): viewer is Viewer =>
  viewer !== null && viewer.actor.impersonatedBy !== null

/** The texts of the banners outside the dashboard. */
export const bannerNamespaces = (viewer: Viewer | null): TextsFile[] =>
  hasPublicBanners(viewer) ? ['*:shell'] : []

/**
 * The banners of every page outside the dashboard, whose layout has its own. Loaded when one is shown. Not a lazy part, whose view of a failure would add to every first view.
 */
export function PublicBanners({ viewer }: { viewer: Viewer | null }) {
  const hasOwn =
    useMatch({
      from: '/dashboard',
      shouldThrow: false,
      select: ({ status }) => ['success', 'notFound'].includes(status),
    }) ?? false
  const isShown = hasPublicBanners(viewer) && !hasOwn
  const Banners = useBanners(isShown)
  return isShown && Banners ? createElement(Banners, { viewer, isOutside: true }) : null
}

function useBanners(isShown: boolean) {
  const [Banners, setBanners] = useState<typeof import('./banners.tsx').Banners>()
  useEffect(() => {
    if (!isShown || Banners) return
    void import('./banners.tsx').then(
      (loaded) => setBanners(() => loaded.Banners),
      () => {},
    )
  }, [isShown, Banners])
  return Banners
}
