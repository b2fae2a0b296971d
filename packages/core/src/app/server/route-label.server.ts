import type { MatchRoute } from './match-route.server.ts'

type Known = {
  matchRoute: MatchRoute
  /** Names of procedures. */
  procedures: readonly string[]
  /** Paths of the endpoints of Better Auth, under `/api/auth`. */
  authEndpoints: readonly string[]
}

/**
 * Returns the route pattern that matches a path, for metrics and traces. Labels never contain an id, an
 * address or user input, so there are only as many as routes. A path without a route is `(unknown)`.
 */
export function createRouteLabel({ matchRoute, procedures, authEndpoints }: Known): (path: string) => string {
  const named = new Set([
    ...procedures.map((name) => `/api/trpc/${name}`),
    ...authEndpoints.map((path) => `/api/auth${path}`),
  ])
  return (path) => {
    if (named.has(path)) return path
    if (path.startsWith('/_serverFn/')) return '/_serverFn/$'
    if (path.startsWith('/assets/')) return '/assets/$'
    return matchRoute(path).route ?? '(unknown)'
  }
}
