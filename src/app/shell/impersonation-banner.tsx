import { useHydrated } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Viewer } from '#/core/auth/viewer.ts'
import type { Namespace } from '#/core/i18n/keys.ts'

const Banner = lazy(() => import('./impersonation-banner-code.ts'))

const isActing = (viewer: Viewer | null) => viewer !== null && viewer.actor.impersonatedBy !== null

/** The texts that the banner needs on a page, for its `beforeLoad`; none for nearly everybody. */
export const actingTexts = (viewer: Viewer | null): Namespace[] =>
  isActing(viewer) ? ['administration'] : []

/**
 * Above the public pages while an administrator acts as somebody else. They come to everybody, so its code is
 * fetched for those few.
 */
export function ActingBanner({ viewer }: { viewer: Viewer | null }) {
  const hydrated = useHydrated()
  return viewer && isActing(viewer) && hydrated ? (
    <Suspense>
      <Banner viewer={viewer} />
    </Suspense>
  ) : null
}
