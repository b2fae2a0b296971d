import { useEffect, useState } from 'react'
import type { Viewer } from '@plinth/core/access'
import type { TextsFile } from '@plinth/core/texts'

// Only while an admin impersonates a user.
const hasPublicBanners = (viewer: Viewer | null): viewer is Viewer =>
  viewer !== null && viewer.actor.impersonatedBy !== null

/** The texts of the banners outside the dashboard. */
export const bannerNamespaces = (viewer: Viewer | null): TextsFile[] =>
  hasPublicBanners(viewer) ? ['*:shell'] : []

/**
 * The banners of every page outside the dashboard. Loaded when one is shown. Not a lazy part, whose view of a
 * failure would add to every first view.
 */
export function PublicBanners({ viewer }: { viewer: Viewer | null }) {
  const isShown = hasPublicBanners(viewer)
  const [Shown, setShown] = useState<typeof import('./banners.tsx').OutsideBanners>()
  useEffect(() => {
    if (isShown)
      void import('./banners.tsx').then(
        ({ OutsideBanners }) => setShown(() => OutsideBanners),
        () => {},
      )
  }, [isShown])
  return isShown && Shown ? <Shown viewer={viewer} /> : null
}
