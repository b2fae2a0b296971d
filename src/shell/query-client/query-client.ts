import type { AnyRouter } from '@tanstack/react-router'
import { loadOnce } from '#/lib/load-once.ts'
import type { LazyQueries, Queries } from './router-context.ts'

const creation = loadOnce(() => import('./create-query-client.ts'))

/**
 * Creates the query client on first use, so public pages never load it. It is kept on the router rather than
 * in a route's context, which would be sent to the browser.
 */
export function createLazyQueries(router: () => AnyRouter): LazyQueries {
  let current: Queries | undefined
  let creating: Promise<Queries> | undefined
  const createNew = async () => {
    const { createQueryClient } = await creation()
    return (current = await createQueryClient(router()))
  }
  return {
    ready: () => (creating ??= createNew()),
    renew: () => (creating = createNew()),
    get current() {
      return current
    },
  }
}
