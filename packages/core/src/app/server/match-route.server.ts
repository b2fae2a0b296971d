import { createRouter, type AnyRoute } from '@tanstack/react-router'
import type { MatchedRoute } from '#/log/request-scope.server.ts'
import { looksLikePage } from '#/lib/page-path.ts'
import { routeMatching } from './route-matching.ts'

/** The methods of pages and server functions, and of paths without a route. */
export const METHODS = ['GET', 'HEAD', 'POST']

export type MatchRoute = {
  (path: string): MatchedRoute
  /** The paths of pages that depend on nothing but the visitor's language. */
  sharedPages: readonly string[]
}

/**
 * Finds routes with the router's own matching. Every decision about a path rests on its result, so the
 * request handler and the router never disagree. A route has one spelling: a path that matches only after
 * decoding, such as `/%61pi`, has no route and no page.
 */
export function createMatchRoute(routeTree: AnyRoute): MatchRoute {
  const router = createRouter({ routeTree, ...routeMatching })
  function routeOf(path: string): AnyRoute | undefined {
    const [, params, found] = router.getMatchedRoutes(path)
    // `**` is the rest of a partial match, which the router needs for its 404 pages.
    return params['**'] === undefined ? found : undefined
  }
  function match(path: string): MatchedRoute {
    const found = routeOf(path)
    // Programs get their kind of error for a path that can't be decoded too.
    const { isForPrograms } = (found ?? routeOf(path.replaceAll('%', '')))?.options.staticData ?? {}
    if (path.includes('%') && routeOf(decoded(path)) !== found)
      return { ...unknown, isPage: false, isForPrograms }
    if (!found) return { ...unknown, isPage: looksLikePage(path), isForPrograms }
    const handlers = found.options.server?.handlers as object | undefined
    return {
      route: String(found.fullPath).replace(/(?<=.)\/$/, ''),
      isPage: handlers === undefined,
      methods: handlers && methodsOf(Object.keys(handlers)),
      bodyMaxBytes: found.options.staticData?.bodyMaxBytes,
      isForPrograms,
      hasSecretUrl: found.options.staticData?.hasSecretUrl,
    }
  }
  const routes: readonly AnyRoute[] = Object.values(router.routesByPath)
  const shared = routes.filter(({ options }) => options.staticData?.isShared)
  return Object.assign(match, { sharedPages: shared.map(({ fullPath }) => String(fullPath)) })
}

// A mailed link with another spelling has its secret, too.
const unknown = { route: undefined, hasSecretUrl: true } as const

/** HEAD is answered as GET is. */
const methodsOf = (handled: readonly string[]) =>
  handled.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))

/** Decodes a path as the router does before it matches. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
