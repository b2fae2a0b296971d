import type { Viewer } from '#/core/auth/viewer.ts'
import { layoutBanners } from '../registry/layout.ts'

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
