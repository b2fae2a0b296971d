import type { AnyRouter } from '@tanstack/react-router'
import type { LazyQueries, Queries } from './router-context.ts'

// Cached, because importing even a loaded module costs time for every page on the server.
let create: typeof import('./create-query-client.ts').createQueryClient | undefined

/**
 * Creates the query client on first use, so public pages never load it. It is kept on the router rather than
 * in a route's context, which would be sent to the browser.
 */
export function createLazyQueries(router: () => AnyRouter): LazyQueries {
  let current: Queries | undefined
  let creating: Promise<Queries> | undefined
  const createNew = async () => {
    create ??= (await import('./create-query-client.ts')).createQueryClient
    return (current = await create(router()))
  }
  return {
    ready: () => (creating ??= createNew()),
    renew: () => (creating = createNew()),
    get current() {
      return current
    },
  }
}
