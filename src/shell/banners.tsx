import { useMatch } from '@tanstack/react-router'
import type { Viewer } from '@plinth/core/access'
import { layoutBanners } from './slots/layout.ts'

type BannersProps = {
  viewer: Viewer
  /** Outside the dashboard: only those whose texts every page can load. */
  isOutside?: boolean
}

/** The banners that features show to this user, above every page. */
export function Banners({ viewer, isOutside = false }: BannersProps) {
  return layoutBanners.map(({ order, namespace, isShown, Banner }) =>
    isShown(viewer) && !(isOutside && namespace) ? <Banner key={order} viewer={viewer} /> : null,
  )
}

/** Those of a page outside the dashboard, whose layout has its own. */
export function OutsideBanners({ viewer }: { viewer: Viewer }) {
  const isInside = useMatch({
    from: '/dashboard',
    shouldThrow: false,
    select: ({ status }) => ['success', 'notFound'].includes(status),
  })
  return isInside ? null : <Banners viewer={viewer} isOutside />
}
