import type { Viewer } from '#/core/auth/viewer.ts'
import { layoutBanners } from '../registry/layout.ts'

/** The banners that features show to this user, above every page. */
export function Banners({ viewer }: { viewer: Viewer }) {
  return layoutBanners.map(({ order, isShown, Banner }) =>
    isShown(viewer) ? <Banner key={order} viewer={viewer} /> : null,
  )
}
