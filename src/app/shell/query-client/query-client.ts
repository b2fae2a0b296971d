import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { TRPCClient } from '@trpc/client'
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { AppRouter } from '#/app/registry/router.server.ts'

/** A query's answer as it travels with the page. */
export type SentQuery = { key: object; data: object }

export type Data = {
  queryClient: QueryClient
  trpc: TRPCOptionsProxy<AppRouter>
  /** Undefined on the server, which calls the procedures directly. */
  client: TRPCClient<AppRouter> | undefined
  /** What the loaders have awaited, for the browser to begin with. */
  sent(): SentQuery[]
  restore(sent: readonly SentQuery[]): void
}

export type DataHolder = {
  /** The data layer of this page or request, made by the first call. */
  ready(): Promise<Data>
  /** It, once made; undefined before. */
  readonly current: Data | undefined
  /**
   * Begins an empty one, for another workspace: what the old one holds or still gets stays with the page that
   * shows it, until the new page is there.
   */
  renew(): Promise<Data>
}

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
