import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { Namespace } from '#/core/i18n/keys.ts'

const Banner = lazy(() => import('./impersonation-banner-code.ts'))

const isImpersonating = (viewer: Viewer | null) => viewer !== null && viewer.actor.impersonatedBy !== null

/** The namespaces that the banner needs, for a route's `beforeLoad`; none without impersonation. */
export const impersonationNamespaces = (viewer: Viewer | null): Namespace[] =>
  isImpersonating(viewer) ? ['administration'] : []

/** The banner of public pages while an admin impersonates a user. Its code is only loaded then. */
export function PublicImpersonationBanner({ viewer }: { viewer: Viewer | null }) {
  const hydrated = useHydrated()
  return viewer && isImpersonating(viewer) && hydrated ? (
    <Suspense>
      <Banner viewer={viewer} />
    </Suspense>
  ) : null
}
