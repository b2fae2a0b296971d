import { notFound, redirect, type StaticDataRouteOption } from '@tanstack/react-router'
import {
  type PendingSecondFactor,
  type Viewer,
  accessErrorOf,
  anonymous,
  pendingSecondFactorActor,
} from '@plinth/core/access'
import type { PageSettings } from '@plinth/core/feature'
import { safeRedirect } from '@plinth/core/page'
import { isFurtherAccount } from './sign-in-search.ts'
import type { Access } from '@plinth/core/app'
import { ruleOf } from './slots/access.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who the page or server route is for. Every matched route is checked, layouts too. */
    access: Access
    /** The largest body that a server route accepts from signed-in users; 1 MiB by default. */
    bodyMaxBytes?: number
    /**
     * For programs: a server route that may have other methods than GET and POST, and whose errors are
     * RFC 9457.
     */
    isForPrograms?: true
    /** For a page that depends on the visitor's language only: visitors get it from memory. */
    isShared?: true
    /** For a URL that holds a secret, such as a mailed link: no referrer, and not in search engines. */
    hasSecretUrl?: true
  }
}

type Asked = {
  viewer: Viewer | null
  pendingSecondFactor: PendingSecondFactor | null
  pageSettings: PageSettings
  sessionIsOver: boolean
  // The router's type is made from the root's `beforeLoad`, which calls this: it may not know the names here.
  matches: readonly { routeId: unknown; staticData: StaticDataRouteOption; search: unknown }[]
  /** The requested path and query. */
  href: string
}

/**
 * Checks the access of all pages in the root's `beforeLoad`, on the server and in the browser: visitors are
 * redirected to the sign-in page, pending second factors to their page, signed-in users away from the pages
 * for visitors. A page that the user may not see is not found; returns true for one below /dashboard, whose
 * layout shows that in its place.
 */
export function guardRoutes({
  viewer,
  pendingSecondFactor,
  pageSettings,
  sessionIsOver,
  matches,
  href,
}: Asked): boolean {
  // The only path without a route of its own that leads somewhere: its page goes with a feature.
  if (matches.length === 1 && href.replace(/[?#].*/, '') === '/') throw redirect({ to: '/dashboard' })
  const actor = viewer?.actor ?? (pendingSecondFactor ? pendingSecondFactorActor : anonymous)
  for (const { routeId, staticData, search } of matches) {
    // Signing in another account next to the current one.
    if (staticData.access === 'visitors' && isFurtherAccount(search, pageSettings)) continue
    const error = accessErrorOf(actor, ruleOf(staticData.access))
    if (!error) continue
    const returnTo = safeRedirect((search as { redirect?: unknown }).redirect)
    const isSecondFactor = staticData.access === 'secondFactorPending'
    if (error.kind === 'unauthenticated' && pendingSecondFactor)
      throw redirect({
        href: `${pendingSecondFactor.page}?${new URLSearchParams({ redirect: href })}`,
      })
    if (error.kind === 'unauthenticated')
      throw redirect({
        to: '/login',
        search: { redirect: isSecondFactor ? returnTo : href, ...(sessionIsOver && { ended: 1 }) },
      })
    if (staticData.access === 'visitors' || isSecondFactor) throw redirect({ href: returnTo })
    if (viewer && String(routeId).startsWith('/dashboard/')) return true
    throw notFound()
  }
  return false
}
