/**
 * How a path finds its route, for the router of a page and for the request handler. Both must match alike:
 * the handler decides from the route what a request may do, before the router sees it.
 */
export const routeMatching = { caseSensitive: true, trailingSlash: 'preserve' } as const
