import type { AnyRouter } from '@tanstack/react-router'
import type { Data, DataHolder } from './router-context.ts'

// Kept, because asking for a module that is there is not free either, and the server asks for every page.
let create: typeof import('./create-query-client.ts').createDataLayer | undefined

/**
 * Holds the data layer on the router rather than in a route's context, which would be sent to the browser.
 * Public pages never ask for it and so never load it.
 */
export function createDataHolder(router: () => AnyRouter): DataHolder {
  let current: Data | undefined
  let making: Promise<Data> | undefined
  const make = async () => {
    create ??= (await import('./create-query-client.ts')).createDataLayer
    return (current = await create(router()))
  }
  return {
    ready: () => (making ??= make()),
    renew: () => (making = make()),
    get current() {
      return current
    },
  }
}
