type Known = {
  /** Full paths as routes declare them: `/dashboard/posts/$postId`, `/api/files/$`. */
  routes: readonly string[]
  /** Names of procedures. */
  procedures: readonly string[]
  /** Paths of the endpoints of Better Auth, under `/api/auth`. */
  authEndpoints: readonly string[]
}

/**
 * Returns the route pattern that matches a path, for metrics and traces. Labels never contain an id, an
 * address or user input, so there are only as many as routes. A path without a route is `(unknown)`.
 */
export function createRouteLabel({ routes, procedures, authEndpoints }: Known): (path: string) => string {
  const named = new Set([
    ...procedures.map((name) => `/api/trpc/${name}`),
    ...authEndpoints.map((path) => `/api/auth${path}`),
  ])
  // Literal segments match before parameters.
  const patterns = routes
    .toSorted((a, b) => weight(a) - weight(b) || b.length - a.length)
    .map((route) => ({ route: trimmed(route), match: regexOf(route) }))
  return (path) => {
    if (named.has(path)) return path
    if (path.startsWith('/_serverFn/')) return '/_serverFn/$'
    if (path.startsWith('/assets/')) return '/assets/$'
    return patterns.find(({ match }) => match.test(path))?.route ?? '(unknown)'
  }
}

const trimmed = (route: string) => route.replace(/(?<=.)\/$/, '')
const weight = (route: string) => (route.endsWith('/$') ? 1_000 : 0) + route.split('$').length

function regexOf(route: string): RegExp {
  const parts = trimmed(route)
    .split('/')
    .map((part) =>
      part === '$' ? '.*' : part.startsWith('$') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
  // regex-reviewed: parts of our own routes, each of which ends at a slash
  return new RegExp(`^${parts.join('/')}/?$`)
}
